package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.ManualSection;
import dev.zaelimiter.cli.OnTerminal;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.Version;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What the commands about the local store have in common: the machine, the folder, and how errors end. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        optionListHeading = "%nOptions:%n")
abstract class LocalSubcommand implements Callable<Integer> {

    private static final int USUAL_WIDTH = 80;

    private final Machine machine;
    private @Nullable CommandSpec spec;

    LocalSubcommand(Machine machine) {
        this.machine = machine;
    }

    @Spec
    final void describe(CommandSpec own) {
        spec = own;
        ManualSection.addTo(own);
    }

    /** Does the work, and shows the result; returns an exit code. */
    abstract int run(LocalFolder folder, BackEnds backEnds);

    @Override
    public final Integer call() {
        try {
            LocalFolder folder = new LocalFolder(machine);
            return run(folder, new BackEnds(machine, folder, this::note));
        } catch (LocalException failed) {
            return explain(Objects.toString(failed.getMessage()), ExitCodes.FAILURE);
        } catch (BadInputException | RateLimiterException failed) {
            return explain(Objects.toString(failed.getMessage()), ExitCodes.of(failed));
        } finally {
            out().flush();
        }
    }

    final Machine machine() {
        return machine;
    }

    final PrintWriter out() {
        return spec().commandLine().getOut();
    }

    final Terminal terminal() {
        return spec().root().userObject() instanceof OnTerminal root
                ? root.terminal()
                : Terminal.plain(USUAL_WIDTH, StandardCharsets.UTF_8);
    }

    /** Says on standard error what is no result. */
    final void note(String sentence) {
        PrintWriter err = spec().commandLine().getErr();
        err.println(Text.visible(sentence));
        err.flush();
    }

    final int explain(String why, int exitCode) {
        note(spec().qualifiedName() + ": " + why);
        return exitCode;
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec, "spec");
    }
}
