package dev.zaelimiter.loadtest.aws;

import dev.zaelimiter.Environment;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The worker in a process of its own, and what it writes put into the bucket while it runs: one that dies, as for want
 * of memory, takes nothing of that with it. {@link #run} is for one thread; {@link #endAndWait} for any other.
 */
final class WorkerProcess {

    private static final String WORKER = "dev.zaelimiter.loadtest.internal.worker.Worker";
    private static final long EVERY_SECONDS = 5;
    private static final int UNUSABLE = 2;
    private static final int FAILED = 1;

    /** To begin, to end the last step, to write. */
    private static final Duration BESIDE = Duration.ofMinutes(6);

    /** That a worker waits for what is under way. */
    private static final long ENDING_SECONDS = 70;

    /** The task is killed a little later. */
    private static final long LONGEST_END_SECONDS = 100;

    private final RunObjects objects;
    private final Path folder;
    private final int worker;
    private final String classPath;
    private final AtomicBoolean toEnd = new AtomicBoolean();
    private final CountDownLatch done = new CountDownLatch(1);

    WorkerProcess(RunObjects objects, Path folder, int worker, String classPath) {
        this.objects = objects;
        this.folder = folder;
        this.worker = worker;
        this.classPath = classPath;
    }

    /** Plays the worker's share, and returns its exit code. */
    int run() throws IOException {
        try {
            return follow();
        } finally {
            done.countDown();
        }
    }

    private int follow() throws IOException {
        long most;
        try {
            objects.fetchPlan(folder);
            most = longestSeconds(RunPlan.read(folder));
        } catch (SdkException | InvalidInputException e) {
            System.err.println("the plan of the run can't be used: " + e.getMessage());
            return UNUSABLE;
        }
        Process process = new ProcessBuilder(command())
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        boolean told = false;
        long start = Environment.system().monotonicNanos();
        try {
            boolean begins = false;
            while (!waitFor(process, begins ? EVERY_SECONDS : 1)) {
                begins = begins || isToBegin();
                boolean late =
                        TimeUnit.NANOSECONDS.toSeconds(Environment.system().monotonicNanos() - start) >= most;
                if (!told && (toEnd.get() || late || isToStop())) {
                    told = true;
                    end(process);
                }
                put();
            }
        } finally {
            process.destroyForcibly();
        }
        return put() ? process.exitValue() : FAILED;
    }

    /** How long the worker may take for it. */
    private static long longestSeconds(RunPlan plan) {
        long toBegin = Math.max(0, plan.startAtMillis() - Environment.system().wallMillis());
        return Duration.ofMillis(
                        plan.millis() + Math.min(toBegin, Duration.ofHours(1).toMillis()))
                .plus(BESIDE)
                .toSeconds();
    }

    private void end(Process process) {
        process.destroy();
        if (!waitFor(process, ENDING_SECONDS)) {
            System.err.println("the worker does not end, and is killed");
            process.destroyForcibly();
        }
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:MaxRAMPercentage=60"));
        if (Runtime.version().feature() >= 24) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(List.of("-cp", classPath, WORKER, folder.toString(), String.valueOf(worker)));
        return command;
    }

    private boolean waitFor(Process process, long seconds) {
        try {
            // Asked to end, it is told at once.
            for (long i = 0; i < seconds && !(toEnd.get() && seconds <= EVERY_SECONDS); i++) {
                if (process.waitFor(1, TimeUnit.SECONDS)) {
                    return true;
                }
            }
            return !process.isAlive();
        } catch (InterruptedException e) {
            toEnd.set(true);
            return false;
        }
    }

    private boolean isToBegin() throws IOException {
        try {
            return objects.fetchStart(folder);
        } catch (SdkException e) {
            return false;
        }
    }

    /** A service that is away for a moment is asked again with the next look. */
    private boolean isToStop() {
        try {
            return objects.isToStop();
        } catch (SdkException e) {
            return false;
        }
    }

    private boolean put() throws IOException {
        try {
            objects.put(folder, worker);
            return true;
        } catch (SdkException e) {
            System.err.println("what was measured can't be written: " + e.getMessage());
            return false;
        }
    }

    /** Ends the worker, and waits until what it measured is in the bucket. */
    void endAndWait() {
        toEnd.set(true);
        try {
            boolean unused = done.await(LONGEST_END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
