package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.report.Report;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter loadtest run}. */
@Command(
        name = "run",
        header = "Put load on a table, a file or a store in memory from this machine, and write a report.",
        description =
                "Each worker is a process. Ctrl-C ends all of them, and the report is of what was until then. The namespace is"
                        + " 'loadtest' unless one is named, and is made if it is not there; in one that holds anything that no"
                        + " load test has made, the command asks first.%n")
@Manual(
        examples = {
            "loadtest run -n my-app --region eu-west-1 --users 50 --duration 60 --workers 3",
            "loadtest run --memory --users 2 --duration 5",
            "loadtest run -n my-app --scenario many=3 --scenario storm=1 --limit rpm=600/min --rate 200"
        },
        keys = {
            "page",
            "stopped",
            "admitted",
            "refused",
            "degraded",
            "failed",
            "per_second",
            "p50_us",
            "p99_us",
            "throttled",
            "write_units_per_admitted",
            "dollars_per_million",
            "tokens_beyond_limits",
            "notes"
        })
public final class RunLoadCommand extends LoadCommand {

    @Option(
            names = "--users",
            paramLabel = "N",
            description = "How many users there are, over all workers: so many steps are under way at once at most"
                    + " (default: ${DEFAULT-VALUE}).")
    private int users = 10;

    @Option(
            names = "--rate",
            paramLabel = "N",
            description = "How many steps begin in a second, over all workers; 0 for as many as the users manage"
                    + " (default: ${DEFAULT-VALUE}).")
    private double rate;

    @Option(names = "--duration", paramLabel = "SECONDS", description = "For how long (default: ${DEFAULT-VALUE}).")
    private double seconds = 30;

    @Override
    List<Stage> stages() {
        if (users < 1) {
            throw new InvalidInputException("--users", users, "1 to " + Stage.MOST_USERS);
        }
        return List.of(new Stage(users, rate, millis("--duration", seconds)));
    }

    @Override
    int show(Path folder, Report report, boolean stopped, Output output) {
        output.object(Summary.of(folder, report, stopped));
        return ExitCodes.OK;
    }
}
