package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.loadtest.LoadScenario;
import dev.zaelimiter.loadtest.internal.consumed.Consumed;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import dev.zaelimiter.loadtest.internal.scenario.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One process of a load test: {@code Worker RUN NUMBER}. What it reads and writes is told in
 * {@code load-test-files.md}.
 */
public final class Worker {

    /** Finished, or stopped. */
    public static final int OK = 0;

    /** Failed. */
    public static final int FAILED = 1;

    /** The plan can't be used. */
    public static final int UNUSABLE = 2;

    /** With this variable a worker stops when its standard input ends. */
    public static final String STDIN = "ZAE_LOADTEST_STDIN";

    /** A worker that is ready to begin has this file in its folder; it holds the number of its process. */
    public static final String READY = "ready";

    private static final long PATIENCE_SECONDS = 60;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LOOK_NANOS = 20 * NANOS_PER_MILLI;
    private static final long FARTHEST_AHEAD_MILLIS = 30_000;
    private static final long FARTHEST_BEHIND_MILLIS = 5_000;
    private static final long LONGEST_UNTOLD_NANOS = 180_000 * NANOS_PER_MILLI;

    private final Path run;
    private final int number;
    private final Environment environment;
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);

    private Worker(Path run, int number, Environment environment) {
        this.run = run;
        this.number = number;
        this.environment = environment;
    }

    /**
     * Plays one worker's share, and ends the process.
     *
     * @param args the folder of the run, and the worker's number
     */
    public static void main(String[] args) {
        Integer number = args.length == 2 ? numberOf(args[1]) : null;
        if (number == null) {
            System.err.println("usage: Worker RUN NUMBER");
            System.exit(UNUSABLE);
            return;
        }
        Worker worker = new Worker(Path.of(args[0]), number, Environment.system());
        Runtime.getRuntime().addShutdownHook(new Thread(worker::stopAndWait, "zae-limiter-worker-end"));
        if ("1".equals(System.getenv(STDIN))) {
            Thread reader = new Thread(worker::stopAtEndOfInput, "zae-limiter-worker-input");
            reader.setDaemon(true);
            reader.start();
        }
        int exitCode = worker.play();
        worker.done.countDown();
        System.exit(exitCode);
    }

    private static @Nullable Integer numberOf(String text) {
        try {
            int number = Integer.parseInt(text);
            return number < 0 ? null : number;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /**
     * The same within this process.
     *
     * @param run the folder of the run
     * @param number the worker's
     * @return an exit code
     */
    public static int play(Path run, int number) {
        return play(run, number, Environment.system());
    }

    /**
     * The same with a clock and threads of another kind.
     *
     * @param run the folder of the run
     * @param number the worker's
     * @param environment of the worker and of its limiter
     * @return an exit code
     */
    public static int play(Path run, int number, Environment environment) {
        return new Worker(run, number, environment).play();
    }

    private void stopAndWait() {
        stopped.set(true);
        try {
            boolean unused = done.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void stopAtEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Nobody says anything; only the end counts.
            }
        } catch (IOException e) {
            // As good as the end.
        }
        stopAndWait();
        if (done.getCount() > 0) {
            // Whoever started it is gone or has waited as long; a scenario or a store that hangs must not keep it.
            Runtime.getRuntime().halt(FAILED);
        }
    }

    private int play() {
        RunPlan plan;
        List<LoadScenario> scenarios;
        try {
            plan = RunPlan.read(run);
            if (number >= plan.workers()) {
                throw new InvalidInputException("the worker's number", number, "0 to " + (plan.workers() - 1));
            }
            scenarios = Scenarios.of(plan, run, number);
        } catch (InvalidInputException e) {
            System.err.println("worker " + number + ": " + e.getMessage());
            return UNUSABLE;
        }
        try {
            return play(plan, scenarios, Files.createDirectories(run.resolve("worker-" + number)));
        } catch (IOException e) {
            System.err.println("worker " + number + ": " + run + " can't be written: " + e.getMessage());
            return FAILED;
        }
    }

    private int play(RunPlan plan, List<LoadScenario> scenarios, Path folder) throws IOException {
        WorkerEnd end = new WorkerEnd(number, environment.wallMillis());
        Tally tally = new Tally();
        BucketTally buckets = new BucketTally();
        Pauses pauses = new Pauses(environment);
        try (LimitRepository repository = Stores.open(plan, tally, environment)) {
            if (plan.store() instanceof StorePlace.Memory) {
                scenarios.forEach(scenario -> scenario.prepare(repository, plan.limits()));
            }
            Playing playing =
                    new Playing(plan, environment, repository.asyncRateLimiter(), scenarios, tally, buckets, pauses);
            new WarmUp(repository, environment, number).run(stopped);
            long late = awaitStart(startAt(plan, folder));
            end.started(environment.wallMillis());
            try (CountsLog log = new CountsLog(folder, tally, environment.wallMillis())) {
                new Injector(playing, number, stopped).play(log, Math.min(late, plan.millis()));
            }
            end.ended(environment.wallMillis(), repository.statistics());
            if (plan.store() instanceof StorePlace.Memory) {
                // Nobody else can look into it.
                Consumed.write(repository, run.resolve(Consumed.AFTER));
            }
        } catch (RuntimeException e) {
            end.failed(environment.wallMillis(), e);
        } finally {
            pauses.stop();
            buckets.write(folder);
        }
        end.write(folder, stopped.get(), tally);
        String problem = end.problem();
        if (problem != null) {
            System.err.println("worker " + number + ": " + problem);
        }
        return problem == null ? OK : FAILED;
    }

    private long startAt(RunPlan plan, Path folder) throws IOException {
        if (plan.startAtMillis() != RunPlan.WHEN_TOLD) {
            return plan.startAtMillis();
        }
        WrittenWhole.write(
                folder.resolve(READY), Long.toString(ProcessHandle.current().pid()));
        return awaitTold();
    }

    /** Waits until somebody says when to begin, for as long as it takes the slowest worker to be ready. */
    private long awaitTold() {
        long until = environment.monotonicNanos() + LONGEST_UNTOLD_NANOS;
        for (boolean first = true; !stopped.get() && until - environment.monotonicNanos() > 0; first = false) {
            long told = RunPlan.told(run);
            if (told != RunPlan.WHEN_TOLD) {
                return first ? told : plausible(told);
            }
            if (!environment.await(new CompletableFuture<>(), LOOK_NANOS)
                    && Thread.currentThread().isInterrupted()) {
                stopped.set(true);
            }
        }
        if (!stopped.get()) {
            throw new IllegalStateException("nobody has said when to begin");
        }
        return 0;
    }

    /**
     * A worker that has waited hears it within seconds of when it was said. A time that is far from that is of a clock
     * that is wrong, and would have it wait for long, or leave out what is past: it begins at once.
     */
    private long plausible(long told) {
        long ahead = told - environment.wallMillis();
        return ahead > FARTHEST_AHEAD_MILLIS || ahead < -FARTHEST_BEHIND_MILLIS ? 0 : told;
    }

    /** Waits until all begin; says how many milliseconds after that it is. */
    private long awaitStart(long startAtMillis) {
        long wait = startAtMillis - environment.wallMillis();
        long until = environment.monotonicNanos() + wait * NANOS_PER_MILLI;
        while (!stopped.get() && wait > 0 && until - environment.monotonicNanos() > 0) {
            long left = Math.min(LOOK_NANOS, until - environment.monotonicNanos());
            if (!environment.await(new CompletableFuture<>(), left)
                    && Thread.currentThread().isInterrupted()) {
                stopped.set(true);
            }
        }
        return startAtMillis == 0 ? 0 : Math.max(0, -wait);
    }
}
