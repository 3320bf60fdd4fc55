package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter local down}. */
@Command(
        name = "down",
        header = "Stop what 'local up' has started; what it held is gone.",
        description = "Where nothing runs there is nothing to do, and that is no failure.%n")
@Manual(
        examples = {"local down"},
        keys = {"stopped", "backend"})
final class DownCommand extends LocalSubcommand {

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private OutputForm form = OutputForm.table;

    DownCommand() {
        this(Machine.here());
    }

    DownCommand(Machine machine) {
        super(machine);
    }

    @Override
    int run(LocalFolder folder, BackEnds backEnds) {
        if (folder.read().isEmpty()) {
            show("Nothing runs.", false, null);
            return ExitCodes.OK;
        }
        return stop(folder, backEnds);
    }

    @SuppressWarnings("try") // The lock is there for what happens while it is held.
    private int stop(LocalFolder folder, BackEnds backEnds) {
        try (LocalFolder.Held lock = folder.lock()) {
            Optional<Running> running = folder.read();
            if (running.isPresent()) {
                BackEnd backEnd = backEnds.of(running.get());
                boolean alive = backEnd.isAlive(running.get());
                backEnd.stop(running.get());
                folder.forget();
                show(
                        running.get().what() + (alive ? " was stopped" : " had ended already")
                                + "; what it held is gone.",
                        alive,
                        running.get());
            } else {
                show("Nothing runs.", false, null);
            }
        }
        return ExitCodes.OK;
    }

    private void show(String sentence, boolean stopped, @Nullable Running running) {
        new Output(out(), form, terminal())
                .done(
                        sentence,
                        Output.fields(
                                "stopped",
                                stopped,
                                "backend",
                                running == null ? null : running.kind().name()));
    }
}
