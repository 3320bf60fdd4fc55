package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.ExitCodes;
import dev.zaelimiter.cli.Manual;
import dev.zaelimiter.cli.admin.output.Output;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.ReportFiles;
import dev.zaelimiter.loadtest.internal.report.Tuning;
import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code zae-limiter loadtest tune}. */
@Command(
        name = "tune",
        header = "Find the load at which latency leaves its floor, and what binds there.",
        description =
                "Doubles the users from stage to stage, and looks for the stage from which on acquires take longer, are refused, or"
                        + " come to no more. The first stage is played twice: once to warm up.%n")
@Manual(
        examples = {
            "loadtest tune -n my-app --region eu-west-1 --most-users 512",
            "loadtest tune --memory --most-users 8 --step 3"
        },
        keys = {
            "page",
            "users",
            "users_per_worker",
            "per_second",
            "per_second_per_worker",
            "admitted_per_second",
            "p99_us",
            "binds",
            "why",
            "next_users",
            "next_p99_us"
        })
public final class TuneCommand extends LoadCommand {

    @Option(
            names = "--least-users",
            paramLabel = "N",
            description = "With how many users to begin; at least one for each worker (default: ${DEFAULT-VALUE}).")
    private int least = 1;

    @Option(
            names = "--most-users",
            paramLabel = "N",
            description = "With how many users to end (default: ${DEFAULT-VALUE}).")
    private int most = 256;

    @Option(
            names = "--step",
            paramLabel = "SECONDS",
            description = "How long each stage lasts (default: ${DEFAULT-VALUE}).")
    private double seconds = 10;

    @Override
    List<Stage> stages() {
        if (least < 1 || least > Stage.MOST_USERS) {
            throw new InvalidInputException("--least-users", least, "1 to " + Stage.MOST_USERS);
        }
        if (most < least || most > Stage.MOST_USERS) {
            throw new InvalidInputException(
                    "--most-users", most, "--least-users (" + least + ") to " + Stage.MOST_USERS);
        }
        long millis = millis("--step", seconds);
        List<Stage> stages = new ArrayList<>();
        int first = Math.min(most, Math.max(least, workers()));
        stages.add(new Stage(first, 0, millis));
        for (long users = first; users <= most; users *= 2) {
            stages.add(new Stage((int) users, 0, millis));
        }
        return stages;
    }

    @Override
    int show(Path folder, Report report, boolean stopped, Output output) {
        if (report.stages().stream().skip(1).noneMatch(stage -> stage.counts().all() > 0)) {
            err().println(
                            "zae-limiter loadtest tune: it was stopped before the first stage was over: there is nothing to tell");
            err().flush();
            return ExitCodes.FAILURE;
        }
        Tuning tuning = Tuning.of(report.stages().subList(1, report.stages().size()));
        int workers = report.plan().workers();
        double perSecond = tuning.best().perSecond();
        double admitted = tuning.best().counts().of(Outcome.ADMITTED)
                * 1000.0
                / Math.max(1, tuning.best().millis());
        output.object(Output.fields(
                "page", folder.resolve(ReportFiles.PAGE).toString(),
                "users", tuning.best().stage().users(),
                "users_per_worker",
                        Summary.rounded((double) tuning.best().stage().users() / workers),
                "per_second", Summary.rounded(perSecond),
                "per_second_per_worker", Summary.rounded(perSecond / workers),
                "admitted_per_second", Summary.rounded(admitted),
                "p99_us", Summary.known(tuning.best().admitted().p99()),
                "binds", tuning.binding().name().toLowerCase(Locale.ROOT),
                "why", tuning.binding().text(),
                "next_users", tuning.past().stage().users(),
                "next_p99_us", Summary.known(tuning.past().admitted().p99())));
        return ExitCodes.OK;
    }
}
