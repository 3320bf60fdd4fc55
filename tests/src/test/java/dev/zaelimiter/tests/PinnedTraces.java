package dev.zaelimiter.tests;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * A hash of what happened in each of many runs of the simulation, by scenario and seed; seeds count from 1. Kept as lines of
 * a scenario, the first seed of the line, and the hashes of this and the next seeds in hexadecimal. Immutable.
 */
final class PinnedTraces {

    static final String RESOURCE = "simulation-traces.txt";

    static final String HOW_TO_PIN =
            "These runs of the simulation went another way than when they were pinned. The command"
                    + " shows what happens now. If it is meant, pin anew, and say so in the commit: mvn verify -Pextended -pl tests -am"
                    + " -Dtest=PinnedTracesTest -Dsurefire.failIfNoSpecifiedTests=false -DargLine=-Dpin";

    private static final int PER_LINE = 20;

    private final Map<String, int[]> hashes;

    private PinnedTraces(Map<String, int[]> hashes) {
        this.hashes = hashes;
    }

    /** Runs a seed, and tells the hash of its trace. */
    interface Runner {
        long hash(String scenario, long seed);
    }

    /** Runs them all, on all cores. */
    static PinnedTraces of(Collection<String> scenarios, int seeds, Runner runner) {
        Map<String, int[]> all = new TreeMap<>();
        for (String scenario : scenarios) {
            all.put(
                    scenario,
                    LongStream.rangeClosed(1, seeds)
                            .parallel()
                            .mapToInt(seed -> Long.hashCode(runner.hash(scenario, seed)))
                            .toArray());
        }
        return new PinnedTraces(all);
    }

    /** What is pinned in the project, as the tests see it. */
    static PinnedTraces read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(PinnedTraces.class.getResourceAsStream("/" + RESOURCE), RESOURCE),
                StandardCharsets.UTF_8))) {
            return parse(lines.lines().toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is pinned in a file. */
    static PinnedTraces read(Path file) throws IOException {
        return parse(Files.readAllLines(file));
    }

    private static PinnedTraces parse(List<String> lines) {
        Map<String, int[]> all = new TreeMap<>();
        for (String line : lines) {
            if (!line.startsWith("#")) {
                String[] words = line.split(" ");
                int[] before = all.getOrDefault(words[0], new int[0]);
                if (before.length + 1 != Integer.parseInt(words[1])) {
                    throw new AssertionError("after seed " + before.length + " comes: " + line);
                }
                int[] more = Arrays.copyOf(before, before.length + words.length - 2);
                for (int i = 2; i < words.length; i++) {
                    more[before.length + i - 2] = Integer.parseUnsignedInt(words[i], 16);
                }
                all.put(words[0], more);
            }
        }
        return new PinnedTraces(all);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# Scenario, seed, and hashes of the traces of this and the next seeds. Made by PinnedTracesTest.");
        hashes.forEach((scenario, each) -> {
            for (int from = 0; from < each.length; from += PER_LINE) {
                lines.add(scenario + " " + (from + 1) + " "
                        + IntStream.range(from, Math.min(each.length, from + PER_LINE))
                                .mapToObj(i -> String.format("%08x", each[i]))
                                .collect(Collectors.joining(" ")));
            }
        });
        Files.write(file, lines);
    }

    boolean isAsPinned(String scenario, long seed, long hash) {
        int[] each = hashes.getOrDefault(scenario, new int[0]);
        if (seed > each.length) {
            throw new AssertionError(scenario + " " + seed + " is not pinned. " + HOW_TO_PIN);
        }
        return each[(int) seed - 1] == Long.hashCode(hash);
    }
}
