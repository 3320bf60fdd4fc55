package dev.zaelimiter.infra;

import dev.zaelimiter.Environment;
import dev.zaelimiter.infra.DeploymentException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs a load test: starts workers, follows them, fetches what they measure, ends them. For one thread. */
final class LoadTestRunning {

    /** Between two looks. */
    private static final long PAUSE_NANOS = Duration.ofSeconds(5).toNanos();

    /** To start a task takes a minute or two; where there is little room, more. */
    private static final Duration TO_START = Duration.ofMinutes(6);

    /** To end the last step, and to write what was measured. */
    private static final Duration TO_END = Duration.ofMinutes(4);

    /** For the slowest worker, once the first one is ready: that one waits for three minutes. */
    private static final Duration FOR_THE_SLOWEST = Duration.ofSeconds(140);

    /** Until all have read that they may begin. */
    private static final Duration TO_HEAR = Duration.ofSeconds(8);

    /** A service may be away for a moment. */
    private static final int MOST_FAILED_LOOKS = 30;

    private final LoadTestRun run;
    private final LoadTestBucket bucket;
    private final LoadTestWorkers workers;
    private final RunResults results;
    private final Environment environment;
    private final LoadTestListener listener;
    private final boolean[] told;
    private boolean begun;
    private long firstReadyNanos;
    private boolean anyReady;
    private int failedLooks;

    LoadTestRunning(
            LoadTestRun run,
            LoadTestBucket bucket,
            LoadTestWorkers workers,
            RunResults results,
            Environment environment,
            LoadTestListener listener) {
        this.run = run;
        this.bucket = bucket;
        this.workers = workers;
        this.results = results;
        this.environment = environment;
        this.listener = listener;
        this.told = new boolean[run.workers()];
    }

    /** Does it, until all workers have ended, or it is to stop, or the time is over. */
    LoadTestOutcome run(BooleanSupplier toStop) {
        upload();
        boolean stopped;
        try {
            startAll(toStop);
            stopped = follow(toStop);
        } catch (DeploymentException trouble) {
            throw abandoned(trouble);
        }
        fetchAll();
        return outcome(stopped);
    }

    /** Looks after the workers until the last has ended. True if they were told to end before their time was over. */
    private boolean follow(BooleanSupplier toStop) {
        boolean stopped = false;
        boolean over = false;
        long deadline = nanosIn(run.lasts().plus(TO_START).plus(TO_END));
        while (!allEnded()) {
            if (!stopped && (toStop.getAsBoolean() || isPast(deadline))) {
                over = isPast(deadline);
                stopped = true;
                listener.next(
                        over
                                ? "the time of the run is over: ending the workers that are left"
                                : "ending the workers, which write what they have measured");
                workers.stop();
                deadline = nanosIn(TO_END);
            } else if (stopped && isPast(deadline)) {
                break;
            }
            boolean unused = environment.await(new CompletableFuture<>(), PAUSE_NANOS);
            lookUnlessAway();
        }
        return stopped && !over;
    }

    private void lookUnlessAway() {
        try {
            look();
            failedLooks = 0;
        } catch (DeploymentException e) {
            failedLooks++;
            if (e.reason() != Reason.NO_ANSWER || failedLooks > MOST_FAILED_LOOKS) {
                throw e;
            }
        }
    }

    private void upload() {
        try (Stream<Path> files = Files.list(run.folder())) {
            for (Path each : files.filter(Files::isRegularFile).sorted().toList()) {
                String name = String.valueOf(each.getFileName());
                if (name.equals(LoadTestRun.PLAN) || name.equals("trace.tsv")) {
                    bucket.put(LoadTestBucket.RUNS + run.name() + "/" + name, each);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the folder of the run can't be read", e);
        }
    }

    private void startAll(BooleanSupplier toStop) {
        listener.next("starting " + run.workers() + " workers of run " + run.name());
        for (int worker = 0; worker < run.workers(); worker++) {
            if (toStop.getAsBoolean()) {
                workers.leaveOut(worker, "the run was ended before it was started");
            } else {
                workers.start(worker);
            }
        }
        tell();
        if (allEnded() && !toStop.getAsBoolean()) {
            throw new DeploymentException(Reason.FAILED, "no worker could be started: " + workers.problem(0));
        }
    }

    private void look() {
        fetchAll();
        workers.look();
        tell();
        if (!begun) {
            beginTogether();
        }
    }

    /** Says when all begin, once all are ready that are left, or the slowest has had its time. */
    private void beginTogether() {
        int waited = 0;
        int ready = 0;
        for (int worker = 0; worker < run.workers(); worker++) {
            if (results.ready(worker)) {
                ready++;
            } else if (!workers.ended(worker)) {
                waited++;
            }
        }
        if (ready > 0 && !anyReady) {
            anyReady = true;
            firstReadyNanos = environment.monotonicNanos();
        }
        if (anyReady && (waited == 0 || isPast(firstReadyNanos + FOR_THE_SLOWEST.toNanos()))) {
            bucket.put(
                    LoadTestBucket.RUNS + run.name() + "/start", environment.wallMillis() + TO_HEAR.toMillis() + "\n");
            begun = true;
            listener.next(ready + " workers begin"
                    + (waited == 0 ? "" : "; " + waited + " were not ready in time, and begin when they can"));
        }
    }

    private void fetchAll() {
        if (results.fetch()) {
            listener.fetched(run.folder());
        }
    }

    /** Of each worker's trouble once. */
    private void tell() {
        for (int worker = 0; worker < run.workers(); worker++) {
            if (!told[worker] && workers.ended(worker)) {
                told[worker] = true;
                String problem = workers.problem(worker);
                if (!problem.isEmpty()) {
                    listener.next("worker " + worker + " is out of the run, the others go on: " + problem);
                }
            }
        }
    }

    private boolean allEnded() {
        for (int worker = 0; worker < run.workers(); worker++) {
            if (!workers.ended(worker)) {
                return false;
            }
        }
        return true;
    }

    /** Nobody would follow the workers any more, so they are asked to end. */
    private DeploymentException abandoned(DeploymentException trouble) {
        @Nullable DeploymentException more = null;
        try {
            workers.stop();
        } catch (DeploymentException e) {
            more = e;
        }
        String left = more == null
                ? "; workers that were started were told to end, and what they measured is in the bucket"
                : "; workers may go on, and could not be told to end (" + more.getMessage()
                        + "): delete the load test if they do";
        return new DeploymentException(trouble.reason(), trouble.getMessage() + left, trouble);
    }

    private LoadTestOutcome outcome(boolean stopped) {
        List<WorkerEnd> ends = new ArrayList<>();
        for (int worker = 0; worker < run.workers(); worker++) {
            ends.add(new WorkerEnd(worker, results.measured(worker), workers.problem(worker)));
        }
        return new LoadTestOutcome(ends, stopped, workers.cost(workers.billed(), 0));
    }

    private long nanosIn(Duration time) {
        return environment.monotonicNanos() + time.toNanos();
    }

    private boolean isPast(long nanos) {
        return environment.monotonicNanos() - nanos >= 0;
    }
}
