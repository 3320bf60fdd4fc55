package dev.zaelimiter.cli;

import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.TableOptions;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.embedded.StoreFileException;
import dev.zaelimiter.embedded.StoreFileReport;
import dev.zaelimiter.store.Item;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code store export}: all items of a file or a table, or what is readable of a damaged file. */
@Manual(
        examples = {
            "store export limits.zae",
            "store export damaged.zae --store saved.zae",
            "store export -n my-app --store backup.zae"
        },
        keys = {"file", "items"})
@Command(
        name = "export",
        header = "Print all items of a file or a table, or save them into a new file.",
        description = {
            "One item a line, as JSON in the notation of DynamoDB: those of a file in the order of keys, those of a table in"
                    + " the order in which DynamoDB keeps them. With --store they go into a new file instead, which a"
                    + " store can open.%n",
            "Of a damaged file the readable items are taken. Items last written in the damaged part return in an older"
                    + " version or are missing, and deletions there are undone. The file is not changed.%n",
            "A table is read from end to end, all namespaces, which costs what its size is. Each item is as it was when it"
                    + " was read: what services change meanwhile may be in it or not. The right to scan the table is"
                    + " needed.%n"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Exit codes: 0 all items, or with --store all that are readable, 1 not all, since the file is damaged or the"
                    + " table did not answer, 2 no store."
        })
final class StoreExportCommand implements Callable<Integer> {

    private @Nullable CommandSpec spec;

    @Spec
    void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    @Parameters(
            paramLabel = "FILE",
            arity = "0..1",
            description = "The file of a store; - is standard input. Without it: the table.")
    private @Nullable String file;

    @Mixin
    private final TableOptions table = new TableOptions();

    @Option(
            names = "--store",
            paramLabel = "NEW",
            order = 150,
            description = "Write a new store file instead; there must be nothing of that name.")
    private @Nullable String target;

    @Option(
            names = {"-q", "--quiet"},
            order = 155,
            description = "Show no progress.")
    private boolean quiet;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            order = 160,
            description = "How to tell what was written to NEW (default: ${DEFAULT-VALUE}). Items are lines of JSON in"
                    + " either form.")
    private OutputForm form = OutputForm.table;

    @Override
    public Integer call() {
        StoreOutput output = new StoreOutput(Objects.requireNonNull(spec, "spec"));
        String source = file;
        try {
            if (StoreInput.STANDARD_INPUT.equals(target)) {
                throw new BadInputException("--store '-' can't be written: a store is a file. Without --store its items"
                        + " go to standard output");
            } else if (source == null) {
                return ofTable(output);
            }
            table.refuseBeside("FILE");
            return ofFile(output, source);
        } catch (RateLimiterException | BadInputException e) {
            return output.refuse(e, Objects.toString(e.getMessage()));
        }
    }

    private int ofFile(StoreOutput output, String name) {
        try (StoreInput input = input(name)) {
            try (StoreProgress progress = new StoreProgress(output.err(), quiet)) {
                String copy = target;
                progress.towards("bytes read", input.length());
                if (copy == null) {
                    ItemLines lines = new ItemLines(output.writer());
                    StoreFileReport report = StoreFile.read(input.path(), progress::at, lines::print);
                    progress.end();
                    return output.conclude(name, report);
                }
                StoreFileReport report = StoreFile.copy(input.path(), saved(copy), progress::at);
                progress.end();
                tell(output, copy, report.items());
                // What is readable was asked for, and is saved; that it is not all is said.
                output.conclude(name, report);
                return ExitCodes.OK;
            }
        } catch (StoreFileException e) {
            return output.refuse(e, output.named(name, e));
        }
    }

    private int ofTable(StoreOutput output) {
        if (!table.named()) {
            throw new BadInputException(
                    "no store is named: give FILE, or --name TABLE, or set ZAEL_STACK to the table's name");
        }
        String copy = target;
        try (StoreProgress progress = new StoreProgress(output.err(), quiet)) {
            if (copy == null) {
                ItemLines lines = new ItemLines(output.writer());
                scan(progress, item -> {
                    lines.print(item);
                    if (output.writer().checkError()) {
                        throw new ReaderHasLeft();
                    }
                });
            } else {
                StoreFile.create(saved(copy), sink -> scan(progress, sink));
                progress.end();
                tell(output, copy, progress.count());
            }
        } catch (ReaderHasLeft e) {
            // As head does; what can't be written to a disk is said at the end of the process.
            return ExitCodes.OK;
        }
        return ExitCodes.OK;
    }

    private void scan(StoreProgress progress, Consumer<Item> sink) {
        table.items(about -> progress.towards("items", about), item -> {
            sink.accept(item);
            progress.at(progress.count() + 1);
        });
    }

    private void tell(StoreOutput output, String copy, long items) {
        new Output(output.writer(), form, Terminal.plain(0, StandardCharsets.UTF_8))
                .done(copy + ": " + Text.count(items, "item", "items"), Output.fields("file", copy, "items", items));
    }

    private static StoreInput input(String name) {
        try {
            return StoreInput.of(name);
        } catch (BadInputException e) {
            throw new BadInputException(name + " " + e.getMessage(), e);
        }
    }

    private static Path saved(String copy) {
        try {
            return StoreInput.named(copy);
        } catch (BadInputException e) {
            throw new BadInputException("--store '" + copy + "' " + e.getMessage(), e);
        }
    }

    /** Ends a scan that nobody looks at. */
    private static final class ReaderHasLeft extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ReaderHasLeft() {
            super("nobody reads on", null, false, false);
        }
    }
}
