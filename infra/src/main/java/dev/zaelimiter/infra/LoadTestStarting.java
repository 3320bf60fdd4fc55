package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Starts what runs in the stack of a load test: workers, and the page of a run. For one thread. */
final class LoadTestStarting {

    /** Tasks take a while to begin and to end, and that is billed too. */
    private static final Duration AROUND_A_TASK = Duration.ofMinutes(1);

    private static final Duration AROUND_A_CALL = Duration.ofSeconds(10);

    private final LoadTestName name;
    private final AwsSite site;
    private final LoadTestSite place;
    private final LoadTestBucket bucket;
    private final Environment environment;
    private final LoadTestListener listener;

    LoadTestStarting(
            LoadTestName name, AwsSite site, LoadTestSite place, Environment environment, LoadTestListener listener) {
        this.name = name;
        this.site = site;
        this.place = place;
        this.bucket = new LoadTestBucket(site, place.bucket());
        this.environment = environment;
        this.listener = listener;
    }

    LoadTestOutcome run(LoadTestRun run, BooleanSupplier toStop) {
        List<String> jars = jars();
        LoadTestWorkers workers = workers(run, jars);
        if (workers instanceof FunctionWorkers functions) {
            functions.check(jars.get(0));
        } else if (!run.beside()) {
            refuseBeside(new ClusterTasks(site, place.cluster()));
        }
        if (!bucket.list(LoadTestBucket.RUNS + run.name() + "/").isEmpty()) {
            throw new InvalidInputException("name", run.name(), "a name that no run in the bucket has");
        }
        RunResults results = new RunResults(bucket, run.name(), run.folder());
        return new LoadTestRunning(run, bucket, workers, results, environment, listener).run(toStop);
    }

    LoadTestCost estimate(LoadTestRun run, long writeUnits) {
        Duration together = run.lasts()
                .plus(run.onFunction() ? AROUND_A_CALL : AROUND_A_TASK)
                .multipliedBy(run.workers());
        return workers(run, List.of()).cost(together, writeUnits);
    }

    /** A task for the page of a run; of one that is misspelt it would show nothing, for money. */
    PageTask page(String run, String key) {
        String program = jars().get(0);
        List<String> runs = bucket.runs();
        if (!runs.contains(run)) {
            throw new InvalidInputException(
                    "run", run, "a run in the bucket of " + name + ": " + String.join(", ", runs));
        }
        listener.next("starting a task that serves the page of run " + run);
        return PageTask.start(site, place, program, run, key);
    }

    private LoadTestWorkers workers(LoadTestRun run, List<String> jars) {
        RunResults results = new RunResults(bucket, run.name(), run.folder());
        return run.onFunction()
                ? new FunctionWorkers(site, place, run, jars, bucket, results::measured, environment)
                : new TaskWorkers(site, place, run, jars, environment);
    }

    /** The program's first. */
    private List<String> jars() {
        Map<String, String> pushed = bucket.pushed();
        String program = pushed.remove(PushedJar.PROGRAM);
        if (program == null) {
            throw new DeploymentException(
                    Reason.STACK_STUCK,
                    "load test " + name + " has no program yet: run 'zae-limiter loadtest push' first");
        }
        List<String> jars = new ArrayList<>(List.of(program));
        jars.addAll(pushed.values());
        for (String hash : jars) {
            if (!bucket.isThere(PushedJar.key(hash))) {
                throw new DeploymentException(
                        Reason.STACK_STUCK,
                        "jar " + hash + " was pushed to load test " + name + ", but is gone: push it again");
            }
        }
        return jars;
    }

    private void refuseBeside(ClusterTasks cluster) {
        long running = cluster.describe(cluster.running()).stream()
                .filter(task -> !PageTask.STARTED_BY.equals(task.startedBy()))
                .count();
        if (running > 0) {
            throw new DeploymentException(
                    Reason.STACK_STUCK,
                    "load test " + name + " has " + running + " tasks of another run, whose load would be measured too:"
                            + " wait for its end, or run with --beside");
        }
    }
}
