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
            "Of a damaged file come the items that are readable: one whose last write is not comes as it was before, or"
                    + " not at all; one that was deleted there may be back. The file is not changed.%n"
        },
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {"", "Exit codes: 0 all items, 1 failed, 2 not all: the file is damaged, or no file of a store."})
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
            paramLabel = "table|json",
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
            StoreFileReport report = StoreFile.copy(StoreOutput.path(file), StoreOutput.path(copy));
            new Output(output.writer(), form, Terminal.plain(0, StandardCharsets.UTF_8))
                    .done(
                            copy + ": " + Text.count(report.items(), "item", "items"),
                            Output.fields("file", copy, "items", report.items()));
            return output.conclude(file, report);
        } catch (StoreFileException e) {
            return output.refuse(Objects.toString(e.getMessage()));
        } catch (BadInputException e) {
            return output.refuse(file + " " + e.getMessage());
        }
    }
}
