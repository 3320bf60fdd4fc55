package dev.zaelimiter.benchmarks.scale;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How does one entity fare as more is asked of it? A modelled table in virtual time: answers after 5 ms, give or take a tenth,
 * and 1,000 write units a second for each partition. From 100 to 1,000,000 acquires a second, from 1, 10 and 100 processes,
 * and a little more from 10; beside a model of the Python system's path. Targets: 10 processes serve 1,000,000 a second at less than 0.02 units each, none
 * too many, and lose no more than 2% in the second of a division.
 */
public final class ScaleBench {

    private static final int[] PROCESSES = {1, 10, 100};
    private static final long[] OFFERED = {100, 1_000, 10_000, 100_000, 1_000_000};
    private static final long MOST = 1_000_000;
    private static final int MANY = 10;
    /** Arrivals are by chance: of a million expected in a second, some hundreds fewer may come. This many must be served. */
    private static final long BEYOND = 1_050_000;
    /** Above all that is offered. */
    private static final long ROOMY = 1_200_000;
    /** Below it, so that the limit binds. */
    private static final long TIGHT = 300_000;

    private static final long SEED = 7;

    private final int measuredSeconds;

    private ScaleBench(int measuredSeconds) {
        this.measuredSeconds = measuredSeconds;
    }

    /**
     * Runs it and prints a table.
     *
     * @param arguments the measured seconds of virtual time, by default 1
     * @return figures by name
     */
    public static Map<String, Double> run(String[] arguments) {
        int measured = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        return new ScaleBench(measured).run();
    }

    private Map<String, Double> run() {
        System.out.printf(
                "%-9s %9s %10s %11s %12s %8s %8s %10s %7s%n",
                "path",
                "processes",
                "offered/s",
                "admitted/s",
                "units each",
                "p50 ms",
                "p99 ms",
                "throttled",
                "shards");
        Map<String, Double> figures = new LinkedHashMap<>();
        double over = 0;
        double loss = 0;
        for (int processes : PROCESSES) {
            for (long offered : OFFERED) {
                Measured ours = ours(processes, offered, ROOMY);
                over += ours.overAdmitted;
                loss = Math.max(loss, ours.splitLoss((double) offered));
            }
        }
        Measured target = ours(MANY, BEYOND, ROOMY);
        over += target.overAdmitted;
        figures.put("per_s_10_processes", perSecond(target));
        figures.put("wcu_per_acquire_10_processes", target.unitsEach());
        figures.put("throttled_share", target.throttledShare());
        figures.put("split_loss_share", target.splitLoss((double) BEYOND));
        over += ours(MANY, MOST, TIGHT).overAdmitted;
        figures.put("over_admitted", over);
        for (long offered : OFFERED) {
            Load load = new Load(MANY, offered, ROOMY, 1, measuredSeconds, SEED);
            Measured original = new OriginalPath(load).run();
            row("original", load, original);
            if (offered == MOST) {
                figures.put("original_per_s_10_processes", perSecond(original));
            }
        }
        System.out.printf("largest loss in the second of a division, all runs: %.4f%n", loss);
        return figures;
    }

    private Measured ours(int processes, long offered, long limit) {
        // A bucket that needs all its shards gets them in 10 to 12 seconds.
        int warmUp = processes > MANY && offered > Partitions.UNITS_PER_SECOND ? 14 : 5;
        Load load = new Load(processes, offered, limit, warmUp, measuredSeconds, SEED);
        Measured measured = new OurPath(load).run();
        row(limit == ROOMY ? "ours" : "ours, " + limit / 1000 + "k", load, measured);
        return measured;
    }

    private double perSecond(Measured measured) {
        return (double) measured.admitted() / measuredSeconds;
    }

    private void row(String path, Load load, Measured measured) {
        System.out.printf(
                "%-9s %9d %,10d %,11.0f %12.5f %8.1f %8.1f %10.4f %7d%n",
                path,
                load.processes(),
                load.perSecond(),
                perSecond(measured),
                measured.unitsEach(),
                measured.percentileMillis(0.5),
                measured.percentileMillis(0.99),
                measured.throttledShare(),
                measured.shards);
    }
}
