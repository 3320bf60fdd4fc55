package dev.zaelimiter.cli.admin;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.OnTerminal;
import dev.zaelimiter.cli.Prompt;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.cli.admin.output.Form;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StoreOptions;
import dev.zaelimiter.embedded.StoreFileException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
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
public abstract class SessionCommand implements Callable<Integer> {

    private static final int USUAL_WIDTH = 80;

    private @Nullable CommandSpec spec;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    @Option(
            names = "--output",
            paramLabel = "table|json",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private Form form = Form.table;

    @Spec
    final void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    /**
     * Looks at the arguments before the store is opened, so that wrong ones leave it untouched.
     *
     * @throws InvalidInputException if one is wrong
     */
    protected void prepare() {}

    /** Whether the command is about all namespaces of the store, and needs none of them to be there. */
    protected boolean aboutNamespaces() {
        return false;
    }

    /**
     * Does the work, and shows the result.
     *
     * @param session the open store
     * @param output where the result goes
     * @return an exit code
     */
    protected abstract int run(Session session, Output output);

    @Override
    public final Integer call() {
        Output output = new Output(spec().commandLine().getOut(), form, terminal());
        try {
            prepare();
            return store.with(aboutNamespaces(), session -> run(session, output));
        } catch (RateLimitExceededException refused) {
            return explain(refused, ExitCodes.REFUSED);
        } catch (InvalidInputException
                | BadInputException
                | EntityNotFoundException
                | NamespaceNotFoundException
                | NoLimitsException
                | CannotOpenException
                | StoreFileException wrong) {
            return explain(wrong, ExitCodes.USAGE);
        } catch (RateLimiterException failed) {
            return explain(failed, ExitCodes.FAILURE);
        } finally {
            output.flush();
        }
    }

    /**
     * For progress and the like, which is not the result.
     *
     * @return standard error
     */
    protected final PrintWriter err() {
        return spec().commandLine().getErr();
    }

    /**
     * What standard output can show.
     *
     * @return plain where nobody knows
     */
    protected final Terminal terminal() {
        return spec().root().userObject() instanceof OnTerminal root
                ? root.terminal()
                : Terminal.plain(USUAL_WIDTH, StandardCharsets.UTF_8);
    }

    /**
     * Who can be asked.
     *
     * @return nobody where nobody knows
     */
    protected final Prompt prompt() {
        return spec().root().userObject() instanceof OnTerminal root ? root.prompt() : Prompt.NOBODY;
    }

    /**
     * Shows why the command did not do its work.
     *
     * @param why its message is shown in one line
     * @param exitCode what the process returns
     * @return the exit code
     */
    protected final int explain(Exception why, int exitCode) {
        err().println(spec().qualifiedName() + ": " + Text.visible(Objects.toString(why.getMessage())));
        err().flush();
        return exitCode;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "spec");
    }
}
