package dev.zaelimiter.benchmarks;

import dev.zaelimiter.loadtest.internal.plan.RunPlan;
import dev.zaelimiter.loadtest.internal.plan.Stage;
import dev.zaelimiter.loadtest.internal.plan.StorePlace;
import dev.zaelimiter.loadtest.internal.report.Latency;
import dev.zaelimiter.loadtest.internal.report.Report;
import dev.zaelimiter.loadtest.internal.report.RunFolder;
import dev.zaelimiter.loadtest.internal.report.StageResult;
import dev.zaelimiter.loadtest.internal.worker.Worker;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Whether a load test measures the limiter, and not itself: how many acquires a second one worker makes on a store in
 * memory that grants all of them, how long 99 of 100 take, and by how much percentiles of three workers, merged, differ
 * from those of one that had seen everything. Arguments: seconds (5), users (4).
 */
final class LoadTestBench {

    private static final long MOST_MICROS = 3_600_000_000L;
    private static final int WORKERS = 3;
    private static final int VALUES = 200_000;
    private static final double MICROS_PER_MILLI = 1000;

    private LoadTestBench() {}

    static Result run(String[] arguments) throws IOException {
        long seconds = arguments.length > 0 ? Long.parseLong(arguments[0]) : 5;
        int users = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 4;
        Path folder = Files.createTempDirectory("zae-loadtest-bench");
        try {
            plan(1, List.of(new Stage(users, 0, 3000), new Stage(users, 0, seconds * 1000)))
                    .write(folder.resolve("speed"));
            if (Worker.play(folder.resolve("speed"), 0) != Worker.OK) {
                throw new IllegalStateException("the worker failed");
            }
            StageResult measured =
                    Report.of(RunFolder.read(folder.resolve("speed"))).stages().get(1);
            return new Result()
                    .put("injector_per_s", measured.perSecond())
                    .put("injector_p99_ms", measured.admitted().p99() / MICROS_PER_MILLI)
                    .put("merge_error", mergeError(folder.resolve("merge")));
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    private static RunPlan plan(int workers, List<Stage> stages) {
        StorePlace store = workers == 1 ? new StorePlace.Memory() : new StorePlace.Table("none", null, null, null);
        return new RunPlan(
                "bench",
                0,
                workers,
                store,
                "loadtest",
                List.of(new RunPlan.Part("highest-rate", 1)),
                stages,
                1,
                List.of(),
                1,
                1,
                List.of());
    }

    /** The largest difference of a percentile, as a share of it. */
    private static double mergeError(Path run) throws IOException {
        plan(WORKERS, List.of(new Stage(WORKERS, 0, 1000))).write(run);
        Histogram all = histogram();
        SplittableRandom random = new SplittableRandom(1);
        for (int worker = 0; worker < WORKERS; worker++) {
            Path folder = Files.createDirectories(run.resolve("worker-" + worker));
            try (PrintStream out = new PrintStream(
                    Files.newOutputStream(folder.resolve("latency.hlog")), false, StandardCharsets.UTF_8)) {
                HistogramLogWriter log = new HistogramLogWriter(out);
                log.outputLogFormatVersion();
                Histogram interval = histogram();
                for (int i = 0; i < VALUES; i++) {
                    // Each worker is slower than the one before, so that a mean of percentiles would be wrong.
                    long value = Math.min(
                            MOST_MICROS, (long) (-Math.log(1 - random.nextDouble()) * 1000 * (1 + 9 * worker)));
                    interval.recordValue(value);
                    all.recordValue(value);
                }
                interval.setTag("admitted");
                log.outputIntervalHistogram(0.0, 1.0, interval, MICROS_PER_MILLI);
            }
        }
        Latency merged = Objects.requireNonNull(
                Report.of(RunFolder.read(run)).latencies().get("admitted"), "nothing was admitted");
        double error = 0;
        long[] ours = {merged.p50(), merged.p90(), merged.p95(), merged.p99(), merged.p999(), merged.max()};
        long[] exact = {
            all.getValueAtPercentile(50),
            all.getValueAtPercentile(90),
            all.getValueAtPercentile(95),
            all.getValueAtPercentile(99),
            all.getValueAtPercentile(99.9),
            all.getMaxValue()
        };
        for (int i = 0; i < ours.length; i++) {
            error = Math.max(error, Math.abs(ours[i] - exact[i]) / (double) Math.max(1, exact[i]));
        }
        return error;
    }

    private static Histogram histogram() {
        return new Histogram(1, MOST_MICROS, 3);
    }
}
