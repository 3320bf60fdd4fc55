package dev.zaelimiter.benchmarks.spring;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * How long do a call and a request take through Spring, and how long without it? It counts the CPU time of the calling
 * thread, so that other work of the machine is left out, warms up by calls and not by seconds, and takes the median of
 * rounds in which all take turns. Targets: 2 microseconds for the annotation, 5 for the filter, over the plain call.
 */
public final class SpringBench {

    private static final int WARM_UP_ROUNDS = 40;
    private static final int CALLS = 10_000;

    /** What nobody could look at, a compiler would leave out. */
    @SuppressWarnings("UnusedVariable")
    private static volatile Object sink = "";

    private SpringBench() {}

    private interface Call {
        Object run() throws Exception;
    }

    /**
     * Measures.
     *
     * @param arguments perhaps the number of rounds, 20 by default
     * @return figures by name; times in microseconds
     * @throws Exception if a call fails
     */
    public static Map<String, Double> run(String[] arguments) throws Exception {
        Map<String, Double> medians = measured(arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]));
        double ours = of(medians, "ours, plain");
        double none = of(medians, "no filter");
        Map<String, Double> figures = new LinkedHashMap<>();
        figures.put("annotation_us", of(medians, "ours, annotation") - ours);
        figures.put("filter_us", of(medians, "ours, filter") - none - ours);
        figures.put("resilience4j_us", of(medians, "Resilience4j, annotation") - of(medians, "Resilience4j, plain"));
        figures.put("bucket4j_us", of(medians, "Bucket4j, filter") - none - of(medians, "Bucket4j, plain"));
        figures.put("listener_cost_ratio", of(medians, "ours, with metrics") / ours);
        figures.put("plain_us", ours);
        System.out.printf("%-26s %10s%n", "median", "us");
        medians.forEach((name, median) -> System.out.printf("%-26s %10.3f%n", name, median));
        System.out.printf("%n%-26s %10s%n", "over the plain call", "us");
        figures.forEach((name, figure) -> System.out.printf("%-26s %10.3f%n", name, figure));
        System.out.println("targets: annotation_us 2, filter_us 5");
        return figures;
    }

    private static double of(Map<String, Double> medians, String name) {
        return Objects.requireNonNull(medians.get(name), name);
    }

    private static Map<String, Double> measured(int rounds) throws Exception {
        try (Subjects subjects = new Subjects()) {
            Map<String, Call> calls = new LinkedHashMap<>();
            calls.put("ours, plain", subjects::plain);
            calls.put("ours, with metrics", subjects::withMetrics);
            calls.put("ours, annotation", () -> subjects.ours.ask("key"));
            calls.put("ours, filter", () -> subjects.request(subjects.filter));
            calls.put("no filter", () -> subjects.request(subjects.nothing));
            calls.put("Resilience4j, plain", subjects.resilience4j::acquirePermission);
            calls.put("Resilience4j, annotation", () -> subjects.theirs.ask("key"));
            calls.put("Bucket4j, plain", () -> subjects.bucket4j.take("key"));
            calls.put("Bucket4j, filter", () -> subjects.request(subjects.bucket4j));
            Map<String, double[]> all = new LinkedHashMap<>();
            for (int round = -WARM_UP_ROUNDS; round < rounds; round++) {
                for (Map.Entry<String, Call> call : calls.entrySet()) {
                    double micros = micros(call.getValue());
                    if (round >= 0) {
                        all.computeIfAbsent(call.getKey(), name -> new double[rounds])[round] = micros;
                    }
                }
            }
            Map<String, Double> medians = new LinkedHashMap<>();
            all.forEach((name, times) -> {
                Arrays.sort(times);
                medians.put(name, times[rounds / 2]);
            });
            return medians;
        }
    }

    /** For each call. */
    private static double micros(Call call) throws Exception {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < CALLS; i++) {
            sink = call.run();
        }
        return (threads.getCurrentThreadCpuTime() - before) / 1000.0 / CALLS;
    }
}
