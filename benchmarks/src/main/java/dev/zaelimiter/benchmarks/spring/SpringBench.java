package dev.zaelimiter.benchmarks.spring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs {@link SpringBenchmark}, and takes off what is no cost of Spring's part. Medians, since a machine with other work is an outlier.
 * Targets: 2 microseconds for the annotation, 5 for the filter, over the plain call.
 */
public final class SpringBench {

    private SpringBench() {}

    /**
     * Measures.
     *
     * @param arguments perhaps the seconds of one measurement
     * @return figures by name; times in microseconds
     * @throws RunnerException if JMH fails
     */
    public static Map<String, Double> run(String[] arguments) throws RunnerException {
        Map<String, Double> medians = measured(arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]));
        double ours = of(medians, "oursPlain");
        double none = of(medians, "noFilter");
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("annotation_us", of(medians, "oursAnnotated") - ours);
        figures.put("filter_us", of(medians, "oursFilter") - none - ours);
        figures.put("resilience4j_us", of(medians, "resilience4jAnnotated") - of(medians, "resilience4jPlain"));
        figures.put("bucket4j_us", of(medians, "bucket4jFilter") - none - of(medians, "bucket4jPlain"));
        figures.put("listener_cost_ratio", of(medians, "oursWithMetrics") / ours);
        figures.put("plain_us", ours);
        System.out.printf("%-24s %10s%n", "median", "us");
        medians.forEach((name, median) -> System.out.printf("%-24s %10.3f%n", name, median));
        System.out.printf("%n%-24s %10s%n", "over the plain call", "us");
        System.out.println("@RateLimited: target 2; servlet filter, headers included: target 5");
        figures.forEach((name, figure) -> System.out.printf("%-24s %10.3f%n", name, figure));
        return figures;
    }

    private static double of(Map<String, Double> medians, String name) {
        return Objects.requireNonNull(medians.get(name), name);
    }

    private static Map<String, Double> measured(int seconds) throws RunnerException {
        Map<String, Double> medians = new TreeMap<>();
        for (RunResult run : new Runner(new OptionsBuilder()
                        .include(SpringBenchmark.class.getName())
                        .forks(1)
                        .warmupIterations(3)
                        .warmupTime(TimeValue.seconds(seconds))
                        .measurementIterations(3)
                        .measurementTime(TimeValue.seconds(seconds))
                        .verbosity(VerboseMode.SILENT)
                        .shouldFailOnError(true)
                        .build())
                .run()) {
            medians.put(
                    run.getPrimaryResult().getLabel(),
                    run.getPrimaryResult().getStatistics().getPercentile(50) / SpringBenchmark.CALLS);
        }
        return medians;
    }
}
