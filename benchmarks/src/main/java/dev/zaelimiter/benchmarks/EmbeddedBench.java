package dev.zaelimiter.benchmarks;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link EmbeddedBenchmark} and {@link LocalBenchmark} with 1 and 8 threads. Targets are on the page of
 * benchmarks.
 */
final class EmbeddedBench {

    /**
     * A row, what we call it, the same with a listener, and what the local limiters do beside it: empty where there is
     * none.
     */
    private record Row(String title, String ours, String heard, String bucket4j, String resilience4j) {}

    private static final List<Row> ROWS = List.of(
            new Row("the same request", "ours", "oursHeard", "bucket4j", "resilience4j"),
            new Row("64 requests", "oursOf64", "oursOf64Heard", "bucket4jOf64", "resilience4jOf64"),
            new Row("a request built per call", "oursBuilt", "oursBuiltHeard", "bucket4j", "resilience4j"),
            new Row("acquire, settle, close", "oursSettled", "oursSettledHeard", "bucket4jSettled", ""),
            new Row("256 keys", "oursOn256", "oursOn256Heard", "bucket4jOn256", "resilience4jOn256"),
            new Row("10,000 keys", "oursOn10000", "oursOn10000Heard", "bucket4jOn10000", "resilience4jOn10000"),
            new Row("with metrics", "oursWithMetrics", "", "bucket4j", ""));

    private static final int[] THREADS = {1, 8};

    private EmbeddedBench() {}

    /**
     * Measures.
     *
     * @param arguments seconds of an iteration, and which rows, as a regular expression of method names; both may be
     *     missing
     */
    static Result run(String[] arguments) throws RunnerException {
        Result result = new Result();
        int seconds = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        String which = arguments.length < 2 ? ".*" : "(" + arguments[1] + ")$";
        for (int threads : THREADS) {
            System.out.println("measuring with " + threads + " thread" + (threads == 1 ? "" : "s") + " ...");
            Collection<RunResult> runs = new Runner(new OptionsBuilder()
                            .include("\\.(EmbeddedBenchmark|LocalBenchmark)\\." + which)
                            .threads(threads)
                            .forks(2)
                            .warmupIterations(3)
                            .warmupTime(TimeValue.seconds(seconds))
                            .measurementIterations(3)
                            .measurementTime(TimeValue.seconds(seconds))
                            .addProfiler(GCProfiler.class)
                            .verbosity(VerboseMode.SILENT)
                            .shouldFailOnError(true)
                            .build())
                    .run();
            for (RunResult run : runs) {
                String name = run.getPrimaryResult().getLabel();
                result.put(name + "_" + threads, run.getPrimaryResult().getScore());
                if (threads == 1) {
                    result.put(name + "_bytes", allocated(run));
                }
            }
        }
        print(result);
        if (result.has("ours_1")) {
            result.put("bytes_per_acquire", result.get("ours_bytes"));
        }
        putRatios(result);
        return result;
    }

    /** What has a target: each with the figure of the same run beside it. */
    private static void putRatios(Result result) {
        double most = 0;
        for (Row row : ROWS) {
            for (int threads : THREADS) {
                String ours = row.ours() + "_" + threads;
                String theirs = row.bucket4j() + "_" + threads;
                String heard = row.heard() + "_" + threads;
                if (result.has(ours) && result.has(theirs)) {
                    result.put(ours + "_to_" + theirs, result.get(ours) / result.get(theirs));
                }
                if (result.has(ours) && result.has(heard)) {
                    double ratio = result.get(ours) / result.get(heard);
                    result.put(heard + "_cost_ratio", ratio);
                    most = Math.max(most, ratio);
                }
            }
        }
        if (most > 0) {
            result.put("listener_cost_ratio", most);
        }
    }

    private static void print(Result result) {
        for (int threads : THREADS) {
            System.out.printf(
                    "%-26s %13s %13s %6s %9s %13s %8s%n",
                    "acquires/s, threads: " + threads,
                    "ours",
                    "Bucket4j",
                    "ratio",
                    "bytes",
                    "Resilience4j",
                    "listener");
            for (Row row : ROWS) {
                if (result.has(row.ours() + "_" + threads)) {
                    double ours = result.get(row.ours() + "_" + threads);
                    System.out.printf(
                            "%-26s %,13.0f %13s %6s %9s %13s %8s%n",
                            row.title(),
                            ours,
                            figure(result, row.bucket4j() + "_" + threads, "%,.0f", 1, 0),
                            figure(result, row.bucket4j() + "_" + threads, "%.2f", 0, ours),
                            figure(result, row.ours() + "_bytes", "%.0f", 1, 0),
                            figure(result, row.resilience4j() + "_" + threads, "%,.0f", 1, 0),
                            figure(result, row.heard() + "_" + threads, "%.2f", 0, ours));
                }
            }
        }
    }

    /** A figure times something, or something else divided by it; nothing if it was not measured. */
    private static String figure(Result result, String name, String format, double times, double divided) {
        if (!result.has(name)) {
            return "-";
        }
        return String.format(Locale.ROOT, format, times * result.get(name) + divided / result.get(name));
    }

    private static double allocated(RunResult run) {
        for (String label : run.getSecondaryResults().keySet()) {
            if (label.contains("alloc.rate.norm")) {
                return run.getSecondaryResults().get(label).getScore();
            }
        }
        throw new IllegalStateException("the profiler reported no allocation");
    }
}
