package dev.zaelimiter.testkit.internal.simulation;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** A request as the client made it, and what the oracle knows of it. */
final class Asked {

    final int id;
    final String client;
    final String entity;
    /** The entity's bucket, then the parent's if it cascades: of each parent that it may have. */
    final List<String> buckets;
    /** Millitokens by limit. */
    final Map<String, Long> amounts;

    final long waitMillis;
    /** Whether it brings limits. */
    final boolean brings;

    final long submittedNanos;
    /** Per bucket, the limits that were surely taken from it. */
    final Map<String, Set<String>> taken = new TreeMap<>();
    /** Per bucket, the limits of which nobody can say whether they were taken: they came or went meanwhile. */
    final Map<String, Set<String>> unclear = new TreeMap<>();

    /** Whether its client was being closed, or was closed, when it ended. */
    boolean closing;

    boolean done;
    long endedNanos = Long.MAX_VALUE;

    Asked(
            int id,
            String client,
            List<String> buckets,
            Map<String, Long> amounts,
            long waitMillis,
            boolean brings,
            long nanos) {
        this.id = id;
        this.client = client;
        this.entity = KeyReader.entity(buckets.get(0));
        this.buckets = List.copyOf(buckets);
        this.amounts = new TreeMap<>(amounts);
        this.waitMillis = waitMillis;
        this.brings = brings;
        this.submittedNanos = nanos;
    }

    int hash() {
        return amounts.hashCode() * 31 + id;
    }

    static Set<String> of(Map<String, Set<String>> sets, String bucket) {
        return sets.computeIfAbsent(bucket, key -> new TreeSet<>());
    }

    @Override
    public String toString() {
        return "request " + id + " of " + client + " on " + buckets + " " + amounts
                + (waitMillis > 0 ? " waiting up to " + waitMillis + " ms" : "");
    }
}
