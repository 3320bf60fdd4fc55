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
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all commands of an operator have in common, on a store or on a stack: a form of output, and how errors end. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n")
public abstract class OperatorCommand implements Callable<Integer> {

    private static final int USUAL_WIDTH = 80;

    private @Nullable CommandSpec spec;

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
     * Looks at the arguments before anything is asked, so that wrong ones leave all untouched.
     *
     * @throws InvalidInputException if one is wrong
     */
    protected void prepare() {}

    /**
     * Does the work, and shows the result.
     *
     * @param output where the result goes
     * @return an exit code
     */
    protected abstract int run(Output output);

    @Override
    public final Integer call() {
        Output output = new Output(spec().commandLine().getOut(), form, terminal(), ManualSection.columns(spec()));
        try {
            prepare();
            return run(output);
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
     * What a failure says, with options in the place of the API's arguments.
     *
     * @param failed a failure of the limiter or of its store
     * @return a sentence
     */
    protected static String words(RateLimiterException failed) {
        return Text.visible(Words.ofTheCommandLine(failed));
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
