package dev.zaelimiter.benchmarks.sweep;

import dev.zaelimiter.benchmarks.scale.OneRun;
import java.lang.reflect.Method;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Are the constants right that models had left open? The longest pause between writes that were lost to others, after
 * how many lost refills a demand is contended, how long the slack of the soft ceiling is, and how long a turn of a
 * shard lasts. Each is changed in turn, and meets the same loads from the same seeds, in virtual time.
 */
public final class SweepBench {

    private static final String ENGINE = "dev/zaelimiter/internal/engine/";

    private SweepBench() {}

    /**
     * What is asked of one entity.
     *
     * @param offered acquires a second, by all processes
     * @param limit how many a second may be had
     */
    private record Asked(String name, int processes, long offered, long limit, int warmUpSeconds) {}

    private static final Asked DRAINED = new Asked("drained, 10", 10, 900, 300, 3);
    private static final Asked CROWDED = new Asked("drained, 100", 100, 1_500, 500, 9);
    private static final Asked FULL = new Asked("60% used, 10", 10, 600, 1_000, 3);
    private static final Asked NEARLY = new Asked("95% used, 10", 10, 950, 1_000, 3);
    private static final Asked SHARDS = new Asked("divided, 10", 10, 5_000, 1_000_000, 6);

    private record Question(List<Variant> variants, List<Asked> loads) {}

    private static final List<Question> QUESTIONS = List.of(
            new Question(
                    List.of(
                            pace("no pause", 1),
                            pace("pause up to 5 ms", 5_000_000),
                            pace("pause up to 20 ms", 20_000_000),
                            pace("pause up to 80 ms", 80_000_000)),
                    List.of(DRAINED, CROWDED, NEARLY)),
            new Question(
                    List.of(
                            contended("contended after 1", 1),
                            contended("contended after 2", 2),
                            contended("contended after 3", 3),
                            contended("contended after 6", 6),
                            contended("contended never", Integer.MAX_VALUE)),
                    List.of(DRAINED, CROWDED)),
            new Question(
                    List.of(
                            slack("no slack", "return 0;"),
                            slack("slack of a quarter", "return least == Long.MAX_VALUE ? 0 : least / 4;"),
                            slack("slack as it is", "return least == Long.MAX_VALUE ? 0 : least;"),
                            slack("slack of double", "return least == Long.MAX_VALUE ? 0 : least * 2;")),
                    List.of(FULL, NEARLY)),
            new Question(
                    List.of(
                            turn("turn of 5 ms", 5_000_000),
                            turn("turn of 20 ms", 20_000_000),
                            turn("turn of 80 ms", 80_000_000)),
                    List.of(SHARDS)));

    private static Variant pace(String name, long nanos) {
        return new Variant(
                name,
                ENGINE + "pipeline/AnswerInterpreter.java",
                "MAX_PACE_NANOS = 20_000_000",
                "MAX_PACE_NANOS = " + nanos);
    }

    private static Variant contended(String name, int tries) {
        return new Variant(
                name, ENGINE + "pipeline/Contention.java", "MOST_LOST_REFILLS = 3", "MOST_LOST_REFILLS = " + tries);
    }

    private static Variant slack(String name, String instead) {
        return new Variant(
                name,
                "dev/zaelimiter/internal/bucket/SoftCeiling.java",
                "return least == Long.MAX_VALUE ? 0 : least;",
                instead);
    }

    private static Variant turn(String name, long nanos) {
        return new Variant(name, ENGINE + "shards/ShardAffinity.java", "NANOS = 20_000_000", "NANOS = " + nanos);
    }

    /** The engine as it is, and each change of it that is measured. */
    static List<Variant> variants() {
        return QUESTIONS.stream()
                .flatMap(question -> question.variants.stream())
                .toList();
    }

    /**
     * Runs all of it and prints a table.
     *
     * @param arguments how many seeds, by default 20; and of loads by how many processes at most, by default all
     * @return how many runs there were, and how many acquires were admitted too many
     * @throws Exception if it fails
     */
    public static double[] run(String[] arguments) throws Exception {
        int seeds = arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]);
        int most = arguments.length < 2 ? Integer.MAX_VALUE : Integer.parseInt(arguments[1]);
        System.out.printf(
                "%-20s %-14s %18s %18s %9s %10s %8s %7s%n",
                "constant", "load", "admitted/s", "units each", "p99 ms", "throttled", "refused", "shards");
        double runs = 0;
        double over = 0;
        for (Question question : QUESTIONS) {
            for (Asked load : question.loads) {
                for (Variant variant : load.processes > most ? List.<Variant>of() : question.variants) {
                    over += row(variant, load, seeds);
                    runs += seeds;
                }
            }
        }
        return new double[] {runs, over};
    }

    private static double row(Variant variant, Asked load, int seeds) throws Exception {
        double[][] figures = new double[seeds][];
        try (URLClassLoader engine = variant.load()) {
            Method run = engine.loadClass(OneRun.class.getName())
                    .getMethod("of", int.class, long.class, long.class, int.class, int.class, long.class);
            for (int seed = 0; seed < seeds; seed++) {
                figures[seed] = (double[])
                        run.invoke(null, load.processes, load.offered, load.limit, load.warmUpSeconds, 3, 1L + seed);
            }
        }
        Spread admitted = Spread.of(figures, 0);
        Spread units = Spread.of(figures, 1);
        System.out.printf(
                "%-20s %-14s %9.1f ± %6.1f %9.4f ± %6.4f %9.1f %10.4f %8.4f %7.1f%n",
                variant.name(),
                load.name,
                admitted.mean,
                admitted.deviation,
                units.mean,
                units.deviation,
                Spread.of(figures, 2).mean,
                Spread.of(figures, 3).mean,
                Spread.of(figures, 4).mean,
                Spread.of(figures, 6).mean);
        return Spread.of(figures, 5).mean * seeds;
    }

    /** Mean and standard deviation of one figure over all seeds. */
    private record Spread(double mean, double deviation) {

        static Spread of(double[][] figures, int column) {
            double sum = 0;
            double squares = 0;
            for (double[] row : figures) {
                sum += row[column];
                squares += row[column] * row[column];
            }
            double mean = sum / figures.length;
            return new Spread(mean, Math.sqrt(Math.max(0, squares / figures.length - mean * mean)));
        }
    }
}
