package dev.zaelimiter.benchmarks.compare;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** All charts, of what was kept; one whose figures are missing is left out. */
final class Pictures {

    /** Paths of an acquire, as the two systems' measurements call them; and what people call them. */
    static final List<List<String>> PATHS = List.of(
            List.of("warm", "warm", "warm"),
            List.of("warm, adjusted", "adjust", "warm, then adjusted"),
            List.of("refill", "refill", "after a refill"),
            List.of("cold", "cold", "first use of a bucket"),
            List.of("cascade_warm", "cascade_warm", "child and parent, warm"),
            List.of("cascade_cold", "cascade_cold", "child and parent, first use"),
            List.of("refused", "refused", "refused"),
            List.of("refused again", "repeated_refusal", "refused again"));

    private static final int ROUNDS = 1;
    private static final int UNITS = 2;
    private static final int MOST_SHOWN_PERCENTILE = 99;

    private final Kept kept;
    private final Map<String, String> all = new LinkedHashMap<>();

    Pictures(Kept kept) {
        this.kept = kept;
    }

    /** The drawings by the names of their files. */
    Map<String, String> all() {
        throughput();
        latency("alone", "One caller", "latency-alone.svg");
        latency("busy", "32 callers on one bucket", "latency-busy.svg");
        paths(
                "Write units of one acquire",
                "each on the table that its system makes; fewer is better",
                UNITS,
                "write-units.svg");
        paths(
                "Round trips of one acquire",
                "calls that overlap count once; fewer is better",
                ROUNDS,
                "round-trips.svg");
        admitted();
        lost();
        single("heap", "Heap of a key that was used once", "fewer is better", Numbers::bytes, "heap.svg");
        single(
                "cold",
                "From the start of the program to the first grant",
                "milliseconds, median; fewer is better",
                Numbers::shown,
                "cold-start.svg");
        return all;
    }

    private void throughput() {
        LineChart table = new LineChart(
                "Acquires a second from one bucket, on one table",
                "more is better; both axes by magnitude",
                "callers at once",
                true);
        for (Contender each : List.of(Contender.OURS, Contender.PYTHON, Contender.BARE)) {
            table.add(each, kept.numbers("throughput", "callers"), kept.numbers("throughput", each.word()));
        }
        if (kept.has("throughput")) {
            all.put("throughput.svg", table.draw(false, kept.numbers("throughput", "callers")));
        }
        LineChart memory = new LineChart(
                "Acquires a second from one bucket, in memory",
                "more is better; both axes by magnitude",
                "threads",
                true);
        for (Contender each : List.of(Contender.MEMORY, Contender.BUCKET4J, Contender.RESILIENCE4J)) {
            memory.add(each, kept.numbers("memory", "threads"), kept.numbers("memory", each.word()));
        }
        if (kept.has("memory")) {
            all.put("throughput-memory.svg", memory.draw(false, kept.numbers("memory", "threads")));
        }
    }

    private void latency(String which, String who, String file) {
        LineChart chart = new LineChart(
                who + ": how long a call takes",
                "milliseconds, by magnitude; lower is better",
                "so many of a hundred calls take no longer",
                false);
        List<Double> shares = IntStream.rangeClosed(0, MOST_SHOWN_PERCENTILE)
                .mapToObj(each -> (double) each)
                .toList();
        for (Contender each : List.of(Contender.OURS, Contender.PYTHON, Contender.BARE)) {
            List<Double> percentiles = kept.numbers("latency", each.word(), which);
            if (percentiles.size() > MOST_SHOWN_PERCENTILE) {
                chart.add(each, shares, percentiles.subList(0, MOST_SHOWN_PERCENTILE + 1));
            }
        }
        if (kept.has("latency")) {
            all.put(file, chart.draw(true, List.of(0.0, 25.0, 50.0, 75.0, 99.0)));
        }
    }

    private void paths(String title, String subtitle, int figure, String file) {
        BarChart chart = new BarChart(title, subtitle, Numbers::shown);
        for (List<String> path : PATHS) {
            path(chart, Contender.OURS, path.get(0), path.get(2), figure);
            path(chart, Contender.PYTHON, path.get(1), path.get(2), figure);
        }
        if (!chart.isEmpty()) {
            all.put(file, chart.draw());
        }
    }

    private void path(BarChart chart, Contender contender, String path, String shown, int figure) {
        List<Double> figures = kept.numbers("cost", contender.word(), path);
        if (figures.size() > figure) {
            chart.add(shown, contender, figures.get(figure));
        }
    }

    private void admitted() {
        BarChart chart = new BarChart(
                "Granted beyond the limit", "per cent of what the limit allowed; fewer is better", Pictures::percent);
        for (String scenario : List.of("processes", "idle", "lost")) {
            share(chart, scenario, "over_admitted", "allowed", ComparisonPage.called(scenario));
        }
        if (!chart.isEmpty()) {
            all.put("over-admission.svg", chart.draw());
        }
    }

    private void lost() {
        BarChart chart = new BarChart(
                "Tokens that nobody got, and calls later than a second",
                "per cent of all tokens, and of all calls; fewer is better",
                Pictures::percent);
        share(chart, "lost", "lost_tokens", "allowed", "tokens: answers are lost");
        share(chart, "cancelled", "lost_tokens", "calls", "tokens: callers go away");
        share(chart, "lost", "late", "calls", "late calls: answers are lost");
        if (!chart.isEmpty()) {
            all.put("lost-tokens.svg", chart.draw());
        }
    }

    private static String percent(double share) {
        return Numbers.percent(share / 100);
    }

    private void share(BarChart chart, String scenario, String part, String whole, String shown) {
        for (String word : kept.map("faults", scenario).keySet()) {
            kept.number("faults", scenario, word, part)
                    .ifPresent(number -> chart.add(
                            shown,
                            Contender.of(word),
                            100
                                    * number
                                    / kept.number("faults", scenario, word, whole)
                                            .orElse(1.0)));
        }
    }

    private void single(
            String part, String title, String subtitle, java.util.function.DoubleFunction<String> shown, String file) {
        BarChart chart = new BarChart(title, subtitle, shown);
        for (Contender each : Contender.values()) {
            kept.number(part, each.word())
                    .or(() -> ComparisonPage.median(kept.numbers(part, each.word())))
                    .ifPresent(number -> chart.add(each.title(), each, number));
        }
        if (!chart.isEmpty()) {
            all.put(file, chart.draw());
        }
    }
}
