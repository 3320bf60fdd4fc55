package dev.zaelimiter.benchmarks.compare;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The page. */
final class ComparisonPage {

    private final Kept kept;
    private final Set<String> files;
    private final StringBuilder page = new StringBuilder();

    ComparisonPage(Kept kept, Set<String> files) {
        this.kept = kept;
        this.files = Set.copyOf(files);
    }

    /** What goes wrong, as the page calls it. */
    static String called(String scenario) {
        return switch (scenario) {
            case "processes" -> "four processes, one limit";
            case "idle" -> "a burst after a rest";
            case "lost" -> "answers are lost";
            case "cancelled" -> "callers go away";
            default -> throw new IllegalArgumentException("no scenario " + scenario);
        };
    }

    static Optional<Double> median(List<Double> numbers) {
        return numbers.isEmpty()
                ? Optional.empty()
                : Optional.of(numbers.stream().sorted().toList().get(numbers.size() / 2));
    }

    private void line(String text) {
        page.append(text).append('\n');
    }

    private void picture(String file, String words) {
        if (files.contains(Site.CHARTS + "/" + file)) {
            line("![" + words + "](" + Site.CHARTS + "/" + file + ")");
            line("");
        }
    }

    String text() {
        line("# Compared");
        line("");
        line("<!-- Made by bin/compare of comparison.json; changes go into its program. -->");
        line("");
        page.append(new PageHead(kept).text());
        throughput();
        latency();
        cost();
        faults();
        heap();
        cold();
        ratios();
        missing();
        return page.toString();
    }

    private void throughput() {
        line("## How many acquires a second");
        line("");
        line(
                "Callers that ask one bucket with two limits again and again. Ours sends what comes at the same time in one write, so more callers");
        line(
                "make it faster; the others write once for each call, and one item can't be written faster by more callers.");
        line("");
        picture("throughput.svg", "Acquires a second by callers, on one table");
        table("throughput", "callers", "Callers");
        line(
                "Unfair: the bare write and ours use the same client, the Python system another one, in another language. The bare write names two");
        line(
                "attributes and gets no item back. Ours names eighteen and gets the bucket back; this emulator takes some 0.2 ms longer for that. Beside");
        line("the very write that it sends, an acquire takes [5 to 9 % longer](contributor/benchmarks.md).");
        line("");
        picture("throughput-memory.svg", "Acquires a second by threads, in memory");
        table("memory", "threads", "Threads");
        line(
                "Unfair: ours writes an item under a condition, with all that a shared bucket needs; Bucket4j and Resilience4j change one or two");
        line("words in memory.");
        line("");
    }

    private void table(String part, String across, String heading) {
        List<Double> counts = kept.numbers(part, across);
        if (counts.isEmpty()) {
            return;
        }
        StringBuilder head = new StringBuilder("| " + heading + " |");
        StringBuilder rule = new StringBuilder("|---|");
        counts.forEach(count -> {
            head.append(' ').append(Numbers.shown(count)).append(" |");
            rule.append("---|");
        });
        line(head.toString());
        line(rule.toString());
        for (Contender each : Contender.values()) {
            List<Double> rates = kept.numbers(part, each.word());
            if (!rates.isEmpty()) {
                StringBuilder row = new StringBuilder("| " + each.title() + " |");
                rates.forEach(
                        rate -> row.append(' ').append(Numbers.shown(rate)).append(" |"));
                line(row.toString());
            }
        }
        line("");
    }

    private void latency() {
        line("## How long a call takes");
        line("");
        picture("latency-alone.svg", "How long a call takes, one caller");
        picture("latency-busy.svg", "How long a call takes, 32 callers on one bucket");
        if (kept.has("latency")) {
            line("| Milliseconds | alone: p50 | p90 | p99 | 32 callers: p50 | p90 | p99 |");
            line("|---|---|---|---|---|---|---|");
            for (Contender each : Contender.values()) {
                if (kept.has("latency", each.word())) {
                    line("| " + each.title() + " | " + quantiles(each, "alone") + " | " + quantiles(each, "busy")
                            + " |");
                }
            }
            line("");
        }
        line(
                "Unfair: with 32 callers the store has more to do for those who write 32 times. In memory a call takes less than a microsecond,");
        line("so Bucket4j and Resilience4j are not shown.");
        line("");
    }

    private String quantiles(Contender contender, String which) {
        List<Double> percentiles = kept.numbers("latency", contender.word(), which);
        return percentiles.size() <= 100
                ? "| |"
                : String.join(
                        " | ",
                        List.of(50, 90, 99).stream()
                                .map(each -> Numbers.shown(percentiles.get(each)))
                                .toList());
    }

    private void cost() {
        line("## What an acquire costs");
        line("");
        line(
                "Write units as the store reports them, and round trips in which the calls can be made: what is paid for, and what is waited for.");
        line("");
        picture("write-units.svg", "Write units of one acquire, by path");
        picture("round-trips.svg", "Round trips of one acquire, by path");
        line("Unfair: each system is on a table as it makes it. On a table of the Python system ours costs "
                + unit("ours_original_table", "warm")
                + " units a warm acquire too, since its index holds whole items; on a table of ours the");
        line(
                "Python system costs " + unit("python_our_table", "warm")
                        + ". A refused write is paid for, and its answer does not say so; it is counted as one unit. The bare write");
        line("costs 1, always; limiters in memory cost none.");
        line("");
    }

    private String unit(String system, String path) {
        List<Double> figures = kept.numbers("cost", system, path);
        return figures.size() < 3 ? "unknown" : Numbers.shown(figures.get(2));
    }

    private void faults() {
        line("## When something goes wrong");
        line("");
        line(
                "Each begins with a full bucket of which nothing comes back, and 32 callers drain it. Then what callers were told is compared with");
        line("what the table says.");
        line("");
        line("- *Four processes, one limit*: everybody asks through four processes.");
        line("- *A burst after a rest*: a bucket of " + Faults.IDLE_TOKENS + " that refills " + OurFaults.IDLE_REFILL
                + " a second rests for " + OurFaults.REST_SECONDS + " s, then all ask for "
                + OurFaults.BURST_MILLIS / 1000 + " s.");
        line("- *Answers are lost*: " + Numbers.percent(Faults.LOST)
                + " of the answers to writes never come, after the store has done them, and "
                + Numbers.percent(Faults.LATE) + " come " + Faults.LATE_MILLIS + " ms late.");
        line("- *Callers go away*: every second call is cancelled within 6 ms.");
        line("");
        picture("over-admission.svg", "Granted beyond the limit, by what goes wrong");
        picture("lost-tokens.svg", "Tokens that nobody got, and late calls");
        if (kept.has("faults")) {
            line(
                    "| What | Who | Allowed | Granted | Too many | Lost tokens | Calls | Without an answer | Later than 1 s | Longest |");
            line("|---|---|---|---|---|---|---|---|---|---|");
            for (String scenario : Faults.SCENARIOS) {
                for (String word : kept.map("faults", scenario).keySet()) {
                    row(scenario, word);
                }
            }
            line("");
        }
        line(
                "Unfair: ours has its usual settings, a deadline of a second among them. The Python system has its own, and waits as long as the client");
        line(
                "of AWS for Python does; so has the bare write, but with the same deadline as ours. What is called lost may be wanted: a bare write");
        line("that counts a call which nobody heard of errs on the safe side.");
        line("");
    }

    private void row(String scenario, String word) {
        line("| " + called(scenario) + " | " + Contender.of(word).title() + " | " + figure(scenario, word, "allowed")
                + " | "
                + figure(scenario, word, "granted") + " | " + figure(scenario, word, "over_admitted") + " | "
                + figure(scenario, word, "lost_tokens") + " | " + figure(scenario, word, "calls") + " | "
                + figure(scenario, word, "failed") + " | " + figure(scenario, word, "late") + " | "
                + kept.number("faults", scenario, word, "longest_ms")
                        .map(millis -> Numbers.shown(Math.rint(millis)) + " ms")
                        .orElse("")
                + " |");
    }

    private String figure(String scenario, String word, String name) {
        return kept.number("faults", scenario, word, name)
                .map(number -> Numbers.shown(Math.rint(number)))
                .orElse("");
    }

    private void heap() {
        line("## What a key keeps in memory");
        line("");
        picture("heap.svg", "Heap of a key that was used once");
        line(
                "After a collection, for each key beyond the first ones, in a program of its own. Unfair: ours in memory is the store itself, with");
        line(
                "the item and its indexes; on a table ours keeps what is known of a bucket, and forgets buckets that nobody asks for. Python's is");
        line("what its allocator has traced. The bare write keeps nothing.");
        line("");
    }

    private void cold() {
        line("## From nothing to the first grant");
        line("");
        picture("cold-start.svg", "From the start of the program to the first grant");
        line(
                "A program is started, takes one token, and ends; the table and its limits are there. Unfair: the JVM starts with its own archive of");
        line("classes and none of ours, as a service would; a function that is kept warm starts never.");
        line("");
    }

    private void ratios() {
        if (!kept.has("ratios")) {
            return;
        }
        line("## The ratios of the benchmarks");
        line("");
        line(
                "What `bin/bench peer` and `bin/bench cost` tell in their last line, measured in the same run; what each means stands on the page of");
        line("[benchmarks](contributor/benchmarks.md).");
        line("");
        line("| Figure | |");
        line("|---|---|");
        kept.map("ratios").forEach((name, ratio) -> line("| `" + name + "` | " + Numbers.shown((Double) ratio) + " |"));
        line("");
    }

    private void missing() {
        if (kept.has("missing")) {
            line("## What is missing");
            line("");
            line("| What | Why |");
            line("|---|---|");
            kept.map("missing")
                    .forEach((what, why) ->
                            line("| " + what + " | " + String.valueOf(why).replace("|", "\\|") + " |"));
            line("");
        }
    }
}
