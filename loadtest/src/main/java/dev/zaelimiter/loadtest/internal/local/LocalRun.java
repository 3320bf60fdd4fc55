package dev.zaelimiter.loadtest.internal.local;

import dev.zaelimiter.Environment;
import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.WrittenWhole;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Workers as processes of this machine. They end when this process does: each stops when its standard input ends. Used
 * once, by one thread.
 */
public final class LocalRun {

    /** A variable with options for the JVM of each worker, apart by spaces, such as {@code -Xmx256m}. */
    static final String JAVA_OPTIONS = "ZAEL_LOADTEST_JAVA_OPTIONS";

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int LOOKS_A_SECOND = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final long SOON_MILLIS = 200;
    private static final int NATIVE_ACCESS = 24;
    private static final int WORKERS_A_PROCESSOR = 16;

    /** What the SDK was told by properties, a worker is told by its environment, which not everybody can read. */
    private static final Map<String, String> OF_AWS = Map.of(
            "aws.accessKeyId", "AWS_ACCESS_KEY_ID",
            "aws.secretAccessKey", "AWS_SECRET_ACCESS_KEY",
            "aws.sessionToken", "AWS_SESSION_TOKEN",
            "aws.region", "AWS_REGION");

    private final Path run;
    private final RunPlan plan;
    private final List<Process> processes = new ArrayList<>();

    /**
     * A run whose plan is written already.
     *
     * @param run its folder
     * @param plan what it plays
     */
    public LocalRun(Path run, RunPlan plan) {
        this.run = run;
        this.plan = plan;
    }

    /**
     * How many workers a machine bears: beyond that they wait for its processors, and that is measured.
     *
     * @return 16 for each processor, 1000 at most
     */
    public static int mostWorkers() {
        return Math.min(
                RunPlan.MOST_WORKERS, WORKERS_A_PROCESSOR * Runtime.getRuntime().availableProcessors());
    }

    /**
     * Starts all workers, and waits until they have ended.
     *
     * @param await waits that long, and says whether to stop now
     * @param progress is told about once a second
     * @return whether it was stopped before its end
     * @throws IOException if a process can't be started; those that were are stopped
     */
    public boolean play(Predicate<Duration> await, Consumer<Progress> progress) throws IOException {
        try {
            for (int i = 0; i < plan.workers(); i++) {
                processes.add(start(i));
            }
            return ready(await) || watch(await, progress);
        } finally {
            stop();
            end();
        }
    }

    /** Waits until all are ready, and says when they begin; or that it is time to stop. */
    private boolean ready(Predicate<Duration> await) throws IOException {
        if (plan.startAtMillis() != RunPlan.WHEN_TOLD) {
            return false;
        }
        for (long i = 0; i < LONGEST_START.toMillis() / LOOK.toMillis() && !allReady(); i++) {
            if (await.test(LOOK)) {
                return true;
            }
        }
        long start = Environment.system().wallMillis() + SOON_MILLIS;
        WrittenWhole.write(run.resolve(RunPlan.START), Long.toString(start));
        return false;
    }

    /** A worker that has ended already is not waited for. */
    private boolean allReady() {
        for (int i = 0; i < processes.size(); i++) {
            if (processes.get(i).isAlive()
                    && !Files.exists(run.resolve("worker-" + i).resolve(Worker.READY))) {
                return false;
            }
        }
        return true;
    }

    private boolean watch(Predicate<Duration> await, Consumer<Progress> progress) {
        Progress.Reader reader = new Progress.Reader(run, plan);
        long early = Math.max(0, plan.startAtMillis() - Environment.system().wallMillis());
        Duration longest = Duration.ofMillis(plan.millis() + early).plus(PATIENCE);
        long looks = longest.toMillis() / LOOK.toMillis();
        for (long i = 1; i <= looks && alive() > 0; i++) {
            if (await.test(LOOK)) {
                return true;
            }
            if (i % LOOKS_A_SECOND == 0) {
                progress.accept(reader.read((int) alive()));
            }
        }
        progress.accept(reader.read((int) alive()));
        return false;
    }

    private long alive() {
        return processes.stream().filter(Process::isAlive).count();
    }

    private Process start(int number) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        if (Runtime.version().feature() >= NATIVE_ACCESS) {
            command.add("--enable-native-access=ALL-UNNAMED");
        }
        command.addAll(options(System.getenv(JAVA_OPTIONS)));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(List.of(run.toString(), Integer.toString(number)));
        Files.createDirectories(run.resolve("worker-" + number));
        File said = run.resolve("worker-" + number).resolve("said.txt").toFile();
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said);
        builder.environment().put(Worker.STDIN, "1");
        OF_AWS.forEach((property, variable) -> {
            String value = System.getProperty(property);
            if (value != null) {
                builder.environment().put(variable, value);
            }
        });
        return builder.start();
    }

    /** The options of a text; none of a variable that is not set, or empty. */
    static List<String> options(@Nullable String text) {
        return text == null || text.isBlank() ? List.of() : List.of(text.strip().split("\\s+"));
    }

    private void stop() {
        for (Process process : processes) {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // It has ended.
            }
        }
    }

    /** All of them together have that long: they end at the same time. */
    private void end() {
        long until = Environment.system().monotonicNanos() + PATIENCE.toNanos();
        for (Process process : processes) {
            try {
                long left = Math.max(0, until - Environment.system().monotonicNanos());
                if (!process.waitFor(left, TimeUnit.NANOSECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                process.destroyForcibly();
            }
        }
    }

    /**
     * How each process ended.
     *
     * @return exit codes by number; of one that was killed what the system says
     */
    public List<Integer> exitCodes() {
        return processes.stream()
                .map(process -> process.isAlive() ? Worker.FAILED : process.exitValue())
                .toList();
    }
}
