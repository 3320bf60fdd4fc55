package dev.zaelimiter.benchmarks;

import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link EmbeddedBenchmark} with 1 and 8 threads. Targets are on the page of benchmarks. */
final class EmbeddedBench {

    /** A row, what we call it, and what Bucket4j does beside it. */
    private record Row(String title, String ours, String bucket4j) {}

    private static final List<Row> ROWS = List.of(
            new Row("the same request", "ours", "bucket4j"),
            new Row("64 requests", "oursOf64", "bucket4jOf64"),
            new Row("a request built per call", "oursBuilt", "bucket4j"),
            new Row("acquire, settle, close", "oursSettled", "bucket4jSettled"),
            new Row("with a listener", "oursHeard", "bucket4j"),
            new Row("with metrics", "oursWithMetrics", "bucket4j"),
            new Row("64 requests, listener", "oursOf64Heard", "bucket4jOf64"),
            new Row("256 keys", "oursOn256", "bucket4jOn256"),
            new Row("10,000 keys", "oursOn10000", "bucket4jOn10000"));

    private EmbeddedBench() {}

    /**
     * Measures.
     *
     * @param arguments seconds of an iteration, and which rows, as a regular expression of method names; both may be missing
     */
    static Result run(String[] arguments) throws RunnerException {
        Result result = new Result();
        int seconds = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        String which = arguments.length < 2 ? ".*" : "(" + arguments[1] + ")$";
        for (int threads : new int[] {1, 8}) {
            System.out.println("measuring with " + threads + " thread" + (threads == 1 ? "" : "s") + " ...");
            Collection<RunResult> runs = new Runner(new OptionsBuilder()
                            .include(EmbeddedBenchmark.class.getName() + "\\." + which)
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
        if (result.has("ours_1") && result.has("oursHeard_1")) {
            result.put("listener_cost_ratio", result.get("ours_1") / result.get("oursHeard_1"));
        }
        return result;
    }

    private static void print(Result result) {
        System.out.printf(
                "%-26s %13s %13s %9s %13s %13s %9s%n",
                "acquires/s", "1 thread", "8 threads", "bytes", "Bucket4j 1", "Bucket4j 8", "8 to 8");
        for (Row row : ROWS) {
            if (result.has(row.ours() + "_1") && result.has(row.bucket4j() + "_1")) {
                double eight = result.get(row.ours() + "_8");
                double theirs = result.get(row.bucket4j() + "_8");
                System.out.printf(
                        "%-26s %,13.0f %,13.0f %9.0f %,13.0f %,13.0f %9.2f%n",
                        row.title(),
                        result.get(row.ours() + "_1"),
                        eight,
                        result.get(row.ours() + "_bytes"),
                        result.get(row.bucket4j() + "_1"),
                        theirs,
                        eight / theirs);
            }
        }
        if (result.has("resilience4j_1")) {
            System.out.printf(
                    "%-26s %,13.0f %,13.0f%n",
                    "Resilience4j, one limit", result.get("resilience4j_1"), result.get("resilience4j_8"));
        }
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
