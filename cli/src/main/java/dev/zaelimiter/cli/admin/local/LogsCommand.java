package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Text;
import java.nio.file.Files;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter local logs}. */
@Command(
        name = "logs",
        header = "Show what the local store has printed.",
        description = "Also after a process has ended, until the next 'local up'; a container's log is gone with it.%n",
        footer = {"", "Example:", "  zae-limiter local logs --follow"})
final class LogsCommand extends LocalSubcommand {

    private static final int MOST = 100_000;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on with what it prints, until Ctrl-C or until it ends.")
    private boolean follow;

    @Option(
            names = "--lines",
            paramLabel = "N",
            description = "How many of the last lines (default: ${DEFAULT-VALUE}).")
    private int lines = 100;

    LogsCommand() {
        this(Machine.here());
    }

    LogsCommand(Machine machine) {
        super(machine);
    }

    @Override
    int run(LocalFolder folder, BackEnds backEnds) {
        if (lines < 0 || lines > MOST) {
            throw new BadInputException("--lines " + lines + " is not allowed: 0 to " + MOST);
        }
        Optional<Running> running = folder.read();
        if (running.isPresent()) {
            backEnds.of(running.get()).log(running.get(), lines, follow, this::print);
        } else if (Files.exists(folder.log())) {
            Tail.lines(folder.log(), lines, () -> false, this::print);
        } else {
            throw new LocalException("there is no log: nothing was started yet, 'zae-limiter local up' does it");
        }
        return ExitCodes.OK;
    }

    private boolean print(String line) {
        out().println(Text.visible(line));
        return !out().checkError();
    }
}
