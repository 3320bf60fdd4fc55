package dev.zaelimiter.internal.engine.pipeline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * In which shards how much of what goes back did not fit, by limit. Each part keeps its own: what was tried nowhere yet
 * may go anywhere, whatever it is summed up with. Belongs to the pipeline.
 */
final class TriedParts {

    /** Those that were tried most come first. */
    private static final Comparator<Integer> MOST_FIRST = Comparator.<Integer>comparingInt(Integer::bitCount)
            .thenComparing(Integer::compareUnsigned)
            .reversed();

    /** By limit, and by shards as bits: so many millitokens did not fit there. */
    private final Map<String, TreeMap<Integer, Long>> limits = new HashMap<>();

    /**
     * One part of a limit.
     *
     * @param shards as bits, those in which it did not fit
     * @param milli how much it is, in millitokens
     */
    record Part(int shards, long milli) {}

    /** So much of a limit did not fit in some shards. */
    void add(String limit, int shards, long milli) {
        if (shards != 0) {
            limits.computeIfAbsent(limit, name -> new TreeMap<>(MOST_FIRST)).merge(shards, milli, Long::sum);
        }
    }

    void addAll(TriedParts others) {
        others.limits.forEach((limit, parts) -> parts.forEach((shards, milli) -> add(limit, shards, milli)));
    }

    /** So much of a limit, of those parts that did not fit in just these shards, goes elsewhere. */
    void less(String limit, int shards, long milli) {
        TreeMap<Integer, Long> parts = limits.get(limit);
        if (parts != null) {
            parts.computeIfPresent(shards, (same, there) -> there > milli ? there - milli : null);
        }
    }

    /** The parts of all that there is of a limit, those that were tried most first. */
    List<Part> of(String limit, long milli) {
        TreeMap<Integer, Long> known = limits.getOrDefault(limit, new TreeMap<>());
        long fresh = milli;
        List<Part> parts = new ArrayList<>();
        for (Map.Entry<Integer, Long> part : known.entrySet()) {
            parts.add(new Part(part.getKey(), part.getValue()));
            fresh -= part.getValue();
        }
        if (fresh > 0) {
            parts.add(new Part(0, fresh));
        }
        return parts;
    }
}
