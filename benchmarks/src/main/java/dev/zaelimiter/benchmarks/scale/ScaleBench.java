package dev.zaelimiter.benchmarks.scale;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * How do cost, waiting time and shards of one entity change with its load? A modelled table in virtual time: answers
 * after 5 ms, give or take a tenth, and 1,000 write units a second for each partition. From 100 to 1,000,000 acquires a
 * second, from 1, 10 and 100 processes, and a little more from 10; compared with a model of the Python system's path.
 * Targets: 10 processes serve 1,000,000 a second at less than 0.02 units each, none too many, and lose no more than 2%
 * in the second of a division.
 */
public final class ScaleBench {

    private static final int[] PROCESSES = {1, 10, 100};
    private static final long[] OFFERED = {100, 1_000, 10_000, 100_000, 1_000_000};
    private static final long MOST = 1_000_000;
    private static final int MANY = 10;
    /**
     * Arrivals are by chance: of a million expected in a second, some hundreds fewer may come. This many must be
     * served.
     */
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
     * @throws InterruptedException if interrupted
     */
    public static Map<String, Double> run(String[] arguments) throws InterruptedException {
        int measured = arguments.length == 0 ? 1 : Integer.parseInt(arguments[0]);
        return new ScaleBench(measured).run();
    }

    /** A run under way, with what its row says besides. */
    private record Running(String path, Load load, Future<Measured> measured) {}

    private Map<String, Double> run() throws InterruptedException {
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
        // In virtual time a run takes nothing from another.
        ExecutorService processors =
                Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
        try {
            List<Running> all = new ArrayList<>();
            for (int processes : PROCESSES) {
                for (long offered : OFFERED) {
                    all.add(ours(processors, processes, offered, ROOMY));
                }
            }
            Running target = ours(processors, MANY, BEYOND, ROOMY);
            all.add(target);
            all.add(ours(processors, MANY, MOST, TIGHT));
            List<Running> originals = new ArrayList<>();
            for (long offered : OFFERED) {
                Load load = new Load(MANY, offered, ROOMY, 1, measuredSeconds, SEED);
                originals.add(new Running("original", load, processors.submit(() -> new PythonPath(load).run())));
            }
            return figures(all, target, originals);
        } finally {
            processors.shutdownNow();
        }
    }

    private Map<String, Double> figures(List<Running> all, Running target, List<Running> originals)
            throws InterruptedException {
        double over = 0;
        double loss = 0;
        for (Running running : all) {
            Measured ours = row(running);
            over += ours.overAdmitted;
            if (running.load.limitPerSecond() == ROOMY) {
                loss = Math.max(loss, ours.splitLoss((double) running.load.perSecond()));
            }
        }
        double original = 0;
        for (Running running : originals) {
            original = perSecond(row(running));
        }
        System.out.printf("largest loss in the second of a division, all runs: %.4f%n", loss);
        Map<String, Double> figures = new LinkedHashMap<>();
        Measured reached = measured(target);
        figures.put("per_s_10_processes", perSecond(reached));
        figures.put("wcu_per_acquire_10_processes", reached.unitsEach());
        figures.put("throttled_share", reached.throttledShare());
        figures.put("split_loss_share", reached.splitLoss((double) BEYOND));
        figures.put("over_admitted", over);
        figures.put("original_per_s_10_processes", original);
        return figures;
    }

    private Running ours(ExecutorService processors, int processes, long offered, long limit) {
        // A bucket that needs all its shards gets them in 10 to 12 seconds.
        int warmUp = processes > MANY && offered > TablePartitions.UNITS_PER_SECOND ? 14 : 5;
        Load load = new Load(processes, offered, limit, warmUp, measuredSeconds, SEED);
        String path = limit == ROOMY ? "ours" : "ours, " + limit / 1000 + "k";
        return new Running(path, load, processors.submit(() -> new OurPath(load).run()));
    }

    private static Measured measured(Running running) throws InterruptedException {
        try {
            return running.measured.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a run ended with a fault", e.getCause());
        }
    }

    private double perSecond(Measured measured) {
        return (double) measured.admitted() / measuredSeconds;
    }

    private Measured row(Running running) throws InterruptedException {
        Measured measured = measured(running);
        System.out.printf(
                "%-9s %9d %,10d %,11.0f %12.5f %8.1f %8.1f %10.4f %7d%n",
                running.path,
                running.load.processes(),
                running.load.perSecond(),
                perSecond(measured),
                measured.unitsEach(),
                measured.percentileMillis(0.5),
                measured.percentileMillis(0.99),
                measured.throttledShare(),
                measured.shards);
        return measured;
    }
}
