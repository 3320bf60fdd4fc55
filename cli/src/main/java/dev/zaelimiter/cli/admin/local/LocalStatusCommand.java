package dev.zaelimiter.cli.admin.local;

import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.OutputForm;
import dev.zaelimiter.cli.admin.output.Output;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter local status}. */
@Command(
        name = "status",
        header = "Show what 'local up' has started, and whether it runs.",
        description = "Ends with 1 if nothing runs.%n")
@Manual(
        examples = {"local status", "local status --output json"},
        keys = {"state", "backend", "endpoint", "table", "namespace", "process_id", "container", "image", "since", "log"
        })
final class LocalStatusCommand extends LocalSubcommand {

    @Option(
            names = "--output",
            paramLabel = "table|json|csv",
            description = "The form of the output (default: ${DEFAULT-VALUE}).")
    private OutputForm form = OutputForm.table;

    LocalStatusCommand() {
        this(Machine.here());
    }

    LocalStatusCommand(Machine machine) {
        super(machine);
    }

    @Override
    int run(LocalFolder folder, BackEnds backEnds) {
        Optional<Running> last = folder.read();
        String state = last.map(running -> state(running, backEnds)).orElse("down");
        show(state, last.orElse(null), folder);
        return state.equals("up") ? ExitCodes.OK : ExitCodes.FAILURE;
    }

    private static String state(Running running, BackEnds backEnds) {
        if (!backEnds.of(running).isAlive(running)) {
            return "ended";
        }
        return Readiness.answers(running.endpoint()) ? "up" : "silent";
    }

    private void show(String state, @Nullable Running running, LocalFolder folder) {
        boolean container = running != null && running.kind() == Running.Kind.container;
        new Output(out(), form, terminal())
                .object(Output.fields(
                        "state",
                        state,
                        "backend",
                        running == null ? null : running.kind().name(),
                        "endpoint",
                        running == null ? null : running.endpoint().toString(),
                        "table",
                        running == null ? null : running.table(),
                        "namespace",
                        running == null ? null : running.namespace(),
                        "process_id",
                        running == null ? null : running.processId(),
                        "container",
                        running != null && container ? running.handle() : null,
                        "image",
                        running != null && container ? running.image() : null,
                        "since",
                        running == null
                                ? null
                                : running.since()
                                        .truncatedTo(ChronoUnit.SECONDS)
                                        .toString(),
                        "log",
                        running == null || container ? null : folder.log().toString()));
    }
}
