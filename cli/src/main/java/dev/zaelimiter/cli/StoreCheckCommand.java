package dev.zaelimiter.cli;

import dev.zaelimiter.embedded.StoreFile;
import dev.zaelimiter.embedded.StoreFileException;
import dev.zaelimiter.embedded.StoreFileReport;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code store check}: is a file whole, and if not, what is left of it? */
@Manual(
        examples = {"store check limits.zae", "store check limits.zae --output json"},
        keys = {"file", "state", "items", "bytes", "unreadable_bytes", "unfinished_bytes", "problem"})
@Command(
        name = "check",
        header = "Check every byte of a store's file.",
        description = "Says whether all that was acknowledged is there; of a damaged file, where, and how much of it is"
                + " readable. The file is not changed.%n",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        optionListHeading = "%nOptions:%n",
        footer = {"", "Exit codes: 0 whole, 1 damaged, 2 no file of a store."})
final class StoreCheckCommand implements Callable<Integer> {

    private @Nullable CommandSpec spec;

    @Spec
    void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    @Parameters(paramLabel = "FILE", description = "The file of a store; - is standard input.")
    private String file = "";

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private OutputForm form = OutputForm.table;

    @Override
    public Integer call() throws IOException {
        StoreOutput output = new StoreOutput(Objects.requireNonNull(spec, "spec"));
        StoreFileReport report;
        try (StoreInput input = StoreInput.of(file);
                StoreProgress progress = new StoreProgress(output.err(), quiet)) {
            progress.towards("bytes read", input.length());
            report = StoreFile.check(input.path(), progress::at);
        } catch (StoreFileException e) {
            return output.refuse(e, output.named(file, e));
        } catch (BadInputException e) {
            return output.refuse(e, file + " " + e.getMessage());
        }
        output.print(
                switch (form) {
                    case json -> List.of(StoreOutput.json(file, report));
                    case csv -> StoreOutput.csv(file, report);
                    case table -> StoreOutput.text(file, report);
                });
        return output.conclude(file, report);
    }
}
