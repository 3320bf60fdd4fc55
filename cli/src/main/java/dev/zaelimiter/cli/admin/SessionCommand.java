package dev.zaelimiter.cli.admin;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.ManualSection;
import dev.zaelimiter.cli.OnTerminal;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.Prompt;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.Version;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.cli.admin.store.Session;
import dev.zaelimiter.cli.admin.store.StoreOptions;
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
            order = 160,
            paramLabel = "table|json|csv",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private OutputForm form = OutputForm.table;

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

    /**
     * Shows what can be shown where no store is named.
     *
     * @param output where the result goes
     * @return an exit code
     */
    protected int runWithoutStore(Output output) {
        throw new IllegalStateException(spec().qualifiedName() + " needs a store");
    }

    /**
     * Whether there is something to show where no store is named.
     *
     * @return false if a store is needed
     */
    protected boolean worksWithoutStore() {
        return false;
    }

    /**
     * The namespace where none is named on the command line.
     *
     * @return a name, or null for that of the environment
     */
    protected @Nullable String usualNamespace() {
        return null;
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
            if (worksWithoutStore() && !store.named()) {
                return runWithoutStore(output);
            }
            return store.with(this instanceof AboutNamespaces, usualNamespace(), session -> running(session, output));
        } catch (NoLimitsException none) {
            return explain(
                    "no limits hold here: set some with 'entity set-limits', 'resource set-defaults' or"
                            + " 'system set-defaults'",
                    ExitCodes.USAGE);
        } catch (BadInputException wrong) {
            return explain(Objects.toString(wrong.getMessage()), ExitCodes.of(wrong));
        } catch (RateLimiterException failed) {
            return explain(Words.ofTheCommandLine(failed), ExitCodes.of(failed));
        } finally {
            output.flush();
        }
    }

    private int running(Session session, Output output) {
        try {
            return run(session, output);
        } finally {
            session.admin().raisedLeastClient().ifPresent(version -> {
                err().println("Note: this table's client_min_version is now " + version
                        + ". Older clients of the Python system would misread what was stored, and are locked out.");
                err().flush();
            });
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

    private int explain(String why, int exitCode) {
        err().println(spec().qualifiedName() + ": " + Text.visible(why));
        err().flush();
        return exitCode;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "spec");
    }
}
