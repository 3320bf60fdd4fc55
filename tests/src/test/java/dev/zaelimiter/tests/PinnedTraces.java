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
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * What happened in each of many runs of the simulation, by scenario and seed, as hashes; seeds count from 1. The first
 * ones are kept each for itself, so that a change is told by its seed; those after them in blocks, one hash for all
 * seeds of a block. Kept as lines of a scenario, the first seed of the line, with a stroke and the size of a block if
 * it holds blocks, and the hashes of this and the next ones in hexadecimal. Immutable.
 */
final class PinnedTraces {

    static final String RESOURCE = "simulation-traces.txt";

    static final String HOW_TO_PIN =
            "These runs of the simulation went another way than when they were pinned. The command"
                    + " shows what happens now. If it is meant, pin anew, and say so in the commit: mvn verify -Pextended -pl tests -am"
                    + " -Dtest=PinnedTracesTest -Dsurefire.failIfNoSpecifiedTests=false -DargLine=-Dpin"
                    + " -Dtests.longRuns=-XX:+UseSerialGC";

    /** Seeds that share one hash. */
    static final int BLOCK = 50;

    private static final int PER_LINE = 20;

    private final Map<String, int[]> single;
    private final Map<String, int[]> blocks;
    /** The first seed of all that are in blocks. */
    private final int fromBlocks;

    private PinnedTraces(Map<String, int[]> single, Map<String, int[]> blocks, int fromBlocks) {
        this.single = single;
        this.blocks = blocks;
        this.fromBlocks = fromBlocks;
    }

    /** Runs a seed, and tells the hash of its trace. */
    interface Runner {
        long hash(String scenario, long seed);
    }

    /** Runs them all, on all cores: so many seeds each for itself, and so many blocks after them. */
    static PinnedTraces of(Collection<String> scenarios, int single, int blocks, Runner runner) {
        Map<String, int[]> each = new TreeMap<>();
        Map<String, int[]> together = new TreeMap<>();
        for (String scenario : scenarios) {
            each.put(scenario, hashes(scenario, 1, single, runner));
            int[] all = new int[blocks];
            for (int b = 0; b < blocks; b++) {
                all[b] = block(scenario, single + 1L + (long) b * BLOCK, runner);
            }
            together.put(scenario, all);
        }
        return new PinnedTraces(each, together, single + 1);
    }

    private static int[] hashes(String scenario, long from, int count, Runner runner) {
        return LongStream.range(from, from + count)
                .parallel()
                .mapToInt(seed -> Long.hashCode(runner.hash(scenario, seed)))
                .toArray();
    }

    private static int block(String scenario, long from, Runner runner) {
        return Arrays.hashCode(hashes(scenario, from, BLOCK, runner));
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
        Map<String, int[]> single = new TreeMap<>();
        Map<String, int[]> blocks = new TreeMap<>();
        int fromBlocks = 1;
        for (String line : lines) {
            if (line.startsWith("#")) {
                continue;
            }
            String[] words = line.split(" ");
            boolean inBlocks = words[1].endsWith("/" + BLOCK);
            int first = Integer.parseInt(inBlocks ? words[1].substring(0, words[1].indexOf('/')) : words[1]);
            int[] before = (inBlocks ? blocks : single).getOrDefault(words[0], new int[0]);
            int[] each = single.getOrDefault(words[0], new int[0]);
            int next = inBlocks ? each.length + before.length * BLOCK + 1 : before.length + 1;
            if (next != first) {
                throw new AssertionError("instead of seed " + next + " comes: " + line);
            }
            int[] more = Arrays.copyOf(before, before.length + words.length - 2);
            for (int i = 2; i < words.length; i++) {
                more[before.length + i - 2] = Integer.parseUnsignedInt(words[i], 16);
            }
            (inBlocks ? blocks : single).put(words[0], more);
            fromBlocks = inBlocks ? each.length + 1 : fromBlocks;
        }
        return new PinnedTraces(single, blocks, fromBlocks);
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add(
                "# Scenario, seed, and hashes of the traces of this and the next seeds, or blocks of seeds. Made by PinnedTracesTest.");
        single.forEach((scenario, each) -> {
            for (int from = 0; from < each.length; from += PER_LINE) {
                lines.add(scenario + " " + (from + 1) + words(each, from, Math.min(each.length, from + PER_LINE)));
            }
            int[] together = blocks.getOrDefault(scenario, new int[0]);
            if (together.length > 0) {
                lines.add(scenario + " " + fromBlocks + "/" + BLOCK + words(together, 0, together.length));
            }
        });
        Files.write(file, lines);
    }

    private static String words(int[] hashes, int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> String.format(" %08x", hashes[i]))
                .collect(Collectors.joining());
    }

    boolean isAsPinned(String scenario, long seed, long hash) {
        int[] each = single.getOrDefault(scenario, new int[0]);
        if (seed > each.length) {
            throw new AssertionError(scenario + " " + seed + " is not pinned. " + HOW_TO_PIN);
        }
        return each[(int) seed - 1] == Long.hashCode(hash);
    }

    /** How many seeds of a scenario are pinned. */
    int seeds(String scenario) {
        return single.getOrDefault(scenario, new int[0]).length
                + blocks.getOrDefault(scenario, new int[0]).length * BLOCK;
    }

    /** Some blocks of a scenario, counted from 0: the first seed of each with a seed that went another way. */
    List<Long> changedBlocks(String scenario, IntPredicate compared, Runner runner) {
        int[] pinned = blocks.getOrDefault(scenario, new int[0]);
        return IntStream.range(0, pinned.length)
                .filter(compared)
                .filter(b -> block(scenario, firstOf(b), runner) != pinned[b])
                .mapToObj(this::firstOf)
                .toList();
    }

    private long firstOf(int block) {
        return fromBlocks + (long) block * BLOCK;
    }
}
