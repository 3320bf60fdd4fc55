package dev.zaelimiter.benchmarks.compare;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The few figures that the README quotes, between two marks. */
final class ReadmeFigures {

    private static final String BEGIN = "<!-- figures of docs/comparison.json, put here by bin/compare -->\n";
    private static final String END = "<!-- end of figures -->\n";
    private static final List<Contender> SHOWN =
            List.of(Contender.OURS, Contender.PYTHON, Contender.BARE, Contender.BUCKET4J, Contender.RESILIENCE4J);
    private static final String NOTHING_TO_TELL = "–";
    private static final int UNITS = 2;

    private final Kept kept;

    ReadmeFigures(Kept kept) {
        this.kept = kept;
    }

    /** The text with the figures of the kept run; as it is where it has no place for them. */
    String in(String readme) {
        int begin = readme.indexOf(BEGIN);
        int end = readme.indexOf(END);
        return begin < 0 || end < begin
                ? readme
                : readme.substring(0, begin + BEGIN.length()) + table() + readme.substring(end);
    }

    private String head() {
        String load = Numbers.shown(kept.number("run", "load_before").orElse(0.0));
        String busy = "The machine was busy, with a load of " + load + ": rates are lower than alone.\n\n";
        return (PageHead.wasBusy(kept) ? busy : "") + "| | Ours | Python zae-limiter "
                + kept.text("versions", "Python zae-limiter")
                + " | A bare `UpdateItem` | Bucket4j, in memory | Resilience4j, in memory |\n|---|---|---|---|---|---|\n";
    }

    private String table() {
        StringBuilder table = new StringBuilder(head());
        List<Double> callers = kept.numbers("throughput", "callers");
        int[] some = callers.isEmpty() ? new int[0] : new int[] {0, callers.size() / 2, callers.size() - 1};
        for (int at : some) {
            row(
                    table,
                    "acquires a second, "
                            + (callers.get(at) == 1 ? "one caller" : Numbers.shown(callers.get(at)) + " callers")
                            + " on one bucket",
                    each -> number(kept.numbers("throughput", each.word()), at));
        }
        inMemory(table, 1, "one thread");
        inMemory(table, 8, "8 threads");
        row(
                table,
                "write units of a warm acquire",
                each -> each == Contender.BARE
                        ? Optional.of("1")
                        : number(kept.numbers("cost", each.word(), "warm"), UNITS));
        row(
                table,
                "tokens lost of " + allowed("lost") + ", when 5 % of the answers to writes are lost",
                each -> kept.number("faults", "lost", each.word(), "lost_tokens")
                        .map(Numbers::shown));
        row(
                table,
                "granted of " + allowed("processes") + ", by four processes at once, within 30 s",
                each -> kept.number("faults", "processes", each.word(), "granted")
                        .map(Numbers::shown));
        return table.toString();
    }

    private void inMemory(StringBuilder table, double threads, String words) {
        int at = kept.numbers("memory", "threads").indexOf(threads);
        row(
                table,
                "acquires a second in memory, " + words,
                each -> number(kept.numbers("memory", (each == Contender.OURS ? Contender.MEMORY : each).word()), at));
    }

    private String allowed(String scenario) {
        return kept.number("faults", scenario, "ours", "allowed")
                .map(Numbers::shown)
                .orElse("all");
    }

    private static Optional<String> number(List<Double> numbers, int at) {
        return at >= 0 && numbers.size() > at ? Optional.of(Numbers.shown(numbers.get(at))) : Optional.empty();
    }

    private static void row(StringBuilder table, String what, Function<Contender, Optional<String>> figure) {
        table.append("| ").append(what).append(" |");
        SHOWN.forEach(each -> table.append(' ')
                .append(figure.apply(each).orElse(NOTHING_TO_TELL))
                .append(" |"));
        table.append('\n');
    }
}
