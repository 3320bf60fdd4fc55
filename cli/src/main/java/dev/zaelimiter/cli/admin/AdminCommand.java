package dev.zaelimiter.cli.admin;

import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.embedded.StoreFileException;
import java.io.PrintWriter;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands of an operator have in common: a store, a form of output, and how errors end. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n")
abstract class AdminCommand implements Callable<Integer> {

    @Spec
    private @Nullable CommandSpec spec;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--output",
            paramLabel = "table|json",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private Output.Form form = Output.Form.table;

    /** Does the work, and shows the result. */
    abstract void run(Administration admin, Output output);

    @Override
    public final Integer call() {
        Output output = new Output(spec().commandLine().getOut(), form);
        try {
            return store.with(admin -> {
                run(admin, output);
                return ExitCodes.OK;
            });
        } catch (InvalidInputException
                | EntityNotFoundException
                | NamespaceNotFoundException
                | StoreFileException wrong) {
            return explain(wrong, ExitCodes.USAGE);
        } catch (RateLimiterException failed) {
            return explain(failed, ExitCodes.FAILURE);
        } finally {
            output.flush();
        }
    }

    /** Progress and the like, which is not the result. */
    final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    /** A command that destroys asks to be told twice; it never waits for an answer, so that no script hangs. */
    final void requireYes(boolean yes, String what) {
        if (!yes) {
            throw new InvalidInputException("--yes", "(not given)", "to be given, since this deletes " + what);
        }
    }

    private int explain(Exception e, int exitCode) {
        err().println(spec().qualifiedName() + ": " + e.getMessage());
        err().flush();
        return exitCode;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "spec");
    }
}
