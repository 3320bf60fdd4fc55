package dev.zaelimiter.cli;

import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.embedded.StoreFileException;
import dev.zaelimiter.embedded.StoreFileReport;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code store export}: all items of a file, or what is readable of a damaged one. */
@Manual(
        examples = {"store export limits.zae", "store export damaged.zae --store saved.zae"},
        keys = {"file", "items"})
@Command(
        name = "export",
        header = "Print the items of a store's file, or save what is readable of a damaged one.",
        description = {
            "One item a line, in the order of keys, as JSON in the notation of DynamoDB. With --store they go into a new"
                    + " file instead, which a store can open.%n",
            "Of a damaged file the readable items are taken. Items last written in the damaged part return in an older"
                    + " version or are missing, and deletions there are undone. The file is not changed.%n"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {
            "",
            "Exit codes: 0 all items, or with --store all that are readable, 1 not all, since the file is damaged, 2 no"
                    + " file of a store."
        })
final class StoreExportCommand implements Callable<Integer> {

    private @Nullable CommandSpec spec;

    @Spec
    void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    @Parameters(paramLabel = "FILE", description = "The file of a store.")
    private String file = "";

    @Option(
            names = "--store",
            paramLabel = "NEW",
            description = "Write a new store file instead; there must be nothing of that name.")
    private @Nullable String target;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description = "How to tell what was written to NEW (default: ${DEFAULT-VALUE}). Items are lines of JSON in"
                    + " either form.")
    private Form form = Form.table;

    @Override
    public Integer call() {
        StoreOutput output = new StoreOutput(Objects.requireNonNull(spec, "spec"));
        String copy = target;
        try {
            if (copy == null) {
                ItemLines lines = new ItemLines(output.writer());
                return output.conclude(file, StoreFile.read(StoreOutput.path(file), lines::print));
            }
            if (copy.equals("-")) {
                throw new BadInputException("can't be saved to '-': a store is a file. Without --store its items go to"
                        + " standard output");
            }
            StoreFileReport report = StoreFile.copy(StoreOutput.path(file), StoreOutput.path(copy));
            new Output(output.writer(), form, Terminal.plain(0, StandardCharsets.UTF_8))
                    .done(
                            copy + ": " + Text.count(report.items(), "item", "items"),
                            Output.fields("file", copy, "items", report.items()));
            // What is readable was asked for, and is saved; that it is not all is said.
            output.conclude(file, report);
            return ExitCodes.OK;
        } catch (StoreFileException e) {
            return output.refuse(e, Objects.toString(e.getMessage()));
        } catch (BadInputException e) {
            return output.refuse(e, file + " " + e.getMessage());
        }
    }
}
