package dev.zaelimiter.cli.admin.loadtest;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.cli.BadInputException;
import dev.zaelimiter.cli.Interrupt;
import dev.zaelimiter.infra.LoadTest;
import dev.zaelimiter.infra.LoadTestCost;
import dev.zaelimiter.infra.LoadTestOutcome;
import dev.zaelimiter.infra.LoadTestRun;
import dev.zaelimiter.infra.WorkerEnd;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Workers in the account of the table, instead of on this machine. */
final class CloudOptions {

    /** Where workers are. */
    enum Place {
        here,
        fargate,
        lambda
    }

    /** That workers take to end. */
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    /** What a run in an account may be called. */
    static final String RUN_NAME = "[a-z0-9][a-z0-9-]{0,35}";

    private static final double MILLIS = 1000;

    @Option(
            names = "--on",
            paramLabel = "here|fargate|lambda",
            description =
                    "Where workers are: on this machine, or in the account of the table, as tasks or as calls of a function."
                            + " The latter need 'loadtest deploy' and 'loadtest push' (default: ${DEFAULT-VALUE}).")
    private Place on = Place.here;

    @Mixin
    private final LabelOption labelled = new LabelOption();

    @Option(names = "--beside", description = "Begin though tasks of another run of the load test are there.")
    private boolean beside;

    boolean isChosen() {
        return on != Place.here;
    }

    /** Refuses a name that a run in an account can't have, before anything is made. */
    void requireName(String run) {
        if (!run.matches(RUN_NAME)) {
            throw new InvalidInputException("--out", run, "beside --on, up to 36 small letters, digits and hyphens");
        }
    }

    /** Refuses what workers elsewhere can't reach. */
    void refuseAllButATable(boolean memory) {
        if (isChosen() && memory) {
            throw new InvalidInputException("--on", on, "a table, not --memory: workers elsewhere share nothing else");
        }
    }

    /** Refuses what workers elsewhere can't reach; gives back the table as they see it. */
    StorePlace seenFromThere(StorePlace place) {
        if (!isChosen()) {
            return place;
        } else if (place instanceof StorePlace.Table table) {
            return new StorePlace.Table(table.table(), null, null, null);
        }
        throw new InvalidInputException("--on", on, "a table: workers elsewhere can't reach " + place.title());
    }

    /**
     * Runs workers there.
     *
     * @param table as it is seen from here
     * @return whether the run was ended before its time
     */
    boolean play(Path folder, RunPlan plan, StorePlace table, PrintWriter err) throws IOException {
        StorePlace.Table from = (StorePlace.Table) table;
        // Classes of others come with the jars that were pushed.
        RunPlan timed = plan.startingAt(RunPlan.WHEN_TOLD);
        new RunPlan(
                        timed.name(),
                        timed.startAtMillis(),
                        timed.workers(),
                        timed.store(),
                        timed.namespace(),
                        timed.scenarios(),
                        timed.stages(),
                        timed.entities(),
                        timed.limits(),
                        timed.speed(),
                        timed.seed(),
                        List.of())
                .write(folder);
        LoadTestRun run = new LoadTestRun(
                plan.name(), folder, plan.workers(), on == Place.lambda, Duration.ofMillis(plan.millis()), beside);
        LoadTest test = LoadTest.of(from.table(), labelled.label())
                .at(from.region(), from.endpoint() == null ? null : URI.create(from.endpoint()));
        LoadProgressElsewhere progress = new LoadProgressElsewhere(err, folder, plan);
        test.listener(progress);
        LoadTestCost estimate = test.estimate(run, steps(plan));
        progress.next("this costs about " + estimate
                + (steps(plan) == 0 ? "; what the table writes comes beside that" : ", with a write a step")
                + " (list prices of us-east-1)");
        try (Interrupt interrupt = new Interrupt(PATIENCE)) {
            LoadTestOutcome outcome = test.run(run, () -> interrupt.await(Duration.ZERO));
            tell(outcome, progress);
            return outcome.stopped();
        }
    }

    private static void tell(LoadTestOutcome outcome, LoadProgressElsewhere progress) {
        for (WorkerEnd worker : outcome.workers()) {
            if (!worker.measured()) {
                progress.next("worker " + worker.worker() + " has not said how it ended; what it wrote before counts"
                        + (worker.problem().isEmpty() ? "" : ": " + worker.problem()));
            }
        }
        progress.next(
                "workers have cost about " + dollars(outcome.cost().workers()) + "; the report says what was written");
        if (outcome.workers().stream().noneMatch(WorkerEnd::measured)) {
            throw new BadInputException("no worker has measured anything: "
                    + outcome.workers().get(0).problem());
        }
    }

    private static String dollars(double amount) {
        return String.format(java.util.Locale.ROOT, "$%.4f", amount);
    }

    /** Steps that are asked for; 0 where users go as fast as they can. */
    private static long steps(RunPlan plan) {
        double steps = 0;
        for (Stage stage : plan.stages()) {
            if (stage.perSecond() == 0) {
                return 0;
            }
            steps += stage.perSecond() * stage.millis() / MILLIS;
        }
        return Math.round(steps);
    }
}
