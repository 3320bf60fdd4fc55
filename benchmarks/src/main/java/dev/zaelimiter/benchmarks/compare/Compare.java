package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.benchmarks.CostBench;
import dev.zaelimiter.benchmarks.PeerBench;
import dev.zaelimiter.benchmarks.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Measures all parts, keeps the figures, and makes the page. What {@code bin/compare} runs. */
public final class Compare {

    static final List<String> PARTS =
            List.of("throughput", "memory", "latency", "cost", "faults", "heap", "cold", "ratios");

    private static final long PATIENCE_SECONDS = 300;
    private static final int WRONG_USE = 2;

    private final Extent extent;
    private final Set<String> parts;
    private final Attempts attempts = new Attempts(PATIENCE_SECONDS);
    private final Map<String, Object> figures = new LinkedHashMap<>();
    private final Result ratios = new Result();

    private Compare(Extent extent, Set<String> parts) {
        this.extent = extent;
        this.parts = parts;
    }

    /**
     * Measures; the last line is {@code RESULT} and a JSON object.
     *
     * @param args {@code --quick}, {@code --only PART,...}, {@code --page} to make the page of the kept figures alone,
     *     and, first, the folder that holds the page
     * @throws IOException if the figures or the page can't be written
     */
    public static void main(String[] args) throws IOException {
        Path docs = Path.of(args[0]);
        Set<String> parts = new LinkedHashSet<>(PARTS);
        boolean quick = false;
        for (int i = 1; i < args.length; i++) {
            if (args[i].equals("--page")) {
                new Site(docs).write(Json.read(Files.readString(docs.resolve(Site.FIGURES))));
                return;
            } else if (args[i].equals("--quick")) {
                quick = true;
            } else if (args[i].equals("--only") && i + 1 < args.length) {
                parts.retainAll(Arrays.asList(args[++i].split(",")));
                wrongUseUnless(
                        parts.containsAll(Arrays.asList(args[i].split(","))),
                        "--only " + args[i] + ": it may be some of " + String.join(",", PARTS));
            } else {
                wrongUseUnless(false, args[i] + " is not known: it may be --quick, --only PART,... or --page");
            }
        }
        Compare compare = new Compare(quick ? Extent.ofQuick() : Extent.whole(), parts);
        compare.run(docs);
        System.exit(0);
    }

    private static void wrongUseUnless(boolean right, String message) {
        if (!right) {
            System.err.println("compare: " + message);
            System.exit(WRONG_USE);
        }
    }

    private void run(Path docs) throws IOException {
        long start = System.nanoTime();
        double loadBefore = Circumstances.load();
        Map<String, Object> run = new LinkedHashMap<>();
        figures.put("run", run);
        figures.put("machine", Circumstances.machine());
        figures.put("versions", Circumstances.versions());
        Throughput throughput = new Throughput(extent, attempts);
        Programs programs = new Programs(extent, attempts);
        part("throughput", throughput::onTable);
        part("memory", throughput::inMemory);
        part("latency", () -> new Latency(extent, attempts).measure());
        part("cost", this::cost);
        part("faults", () -> new Faults(extent, attempts).measure());
        part("heap", programs::heap);
        part("cold", programs::cold);
        part("ratios", this::ratios);
        figures.put("missing", attempts.missing());
        run.put("date", Circumstances.date());
        run.put("quick", extent.quick());
        run.put("parts", String.join(",", parts));
        run.put("load_before", loadBefore);
        run.put("load_after", Circumstances.load());
        run.put("minutes", (System.nanoTime() - start) / 60e9);
        Files.createDirectories(docs);
        Files.writeString(docs.resolve(Site.FIGURES), Json.write(figures));
        // From what was kept, not from what was measured: so both say the same.
        new Site(docs).write(Json.read(Files.readString(docs.resolve(Site.FIGURES))));
        System.out.println("the page is " + docs.resolve(Site.PAGE));
        System.out.println("RESULT " + ratios.json());
    }

    private interface Measurement {
        Map<String, Object> measure();
    }

    private void part(String name, Measurement measurement) {
        if (parts.contains(name)) {
            figures.put(name, measurement.measure());
        }
    }

    /** By system and path: calls, rounds, write units, read units. */
    private Map<String, Object> cost() {
        CostBench.Costs costs = attempts.of("cost", () -> CostBench.measure(extent.quick() ? 2 : 8));
        if (costs == null) {
            return Map.of();
        }
        costs.result().figures().forEach(ratios::put);
        return new TreeMap<>(costs.paths());
    }

    private Map<String, Object> ratios() {
        Result peer = attempts.of(
                "ratios to the Python system", () -> PeerBench.run(new String[] {extent.quick() ? "1" : "4"}));
        if (peer != null) {
            peer.figures().forEach(ratios::put);
        }
        return new LinkedHashMap<>(ratios.figures());
    }
}
