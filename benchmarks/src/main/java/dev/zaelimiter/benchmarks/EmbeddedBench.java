package dev.zaelimiter.benchmarks;

import java.util.Collection;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs {@link EmbeddedBenchmark} with 1 and 8 threads. Targets: 0.25 of Bucket4j at 8 threads, and at 8 at least 0.9 of 1. */
final class EmbeddedBench {

    private EmbeddedBench() {}

    static Result run(String[] arguments) throws RunnerException {
        Result result = new Result();
        int seconds = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        for (int threads : new int[] {1, 8}) {
            System.out.println("measuring with " + threads + " thread" + (threads == 1 ? "" : "s") + " ...");
            Collection<RunResult> runs = new Runner(new OptionsBuilder()
                            .include(EmbeddedBenchmark.class.getName())
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
                if (threads == 1 && name.equals("ours")) {
                    result.put("bytes_per_acquire", allocated(run));
                }
            }
        }
        System.out.printf("%-16s %14s %14s %10s%n", "acquires/s", "1 thread", "8 threads", "8 to 1");
        for (String name : new String[] {"ours", "oursWithMetrics", "bucket4j", "resilience4j"}) {
            double one = result.get(name + "_1");
            double eight = result.get(name + "_8");
            System.out.printf("%-16s %,14.0f %,14.0f %10.2f%n", name, one, eight, eight / one);
        }
        System.out.printf(
                "ours to Bucket4j at 8 threads: %.2f (target 0.25); bytes per acquire: %.0f%n",
                result.get("ours_8") / result.get("bucket4j_8"), result.get("bytes_per_acquire"));
        result.put("listener_cost_ratio", result.get("ours_1") / result.get("oursWithMetrics_1"));
        return result;
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
