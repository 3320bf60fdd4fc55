package dev.zaelimiter.testkit.internal.simulation;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many writes a process makes: so many at most for each thing that it is asked to do. Whoever goes round and round writes
 * more, however its store answers.
 */
final class WriteBound {

    private final Oracle oracle;
    private final Map<String, Count> counts = new TreeMap<>();
    private long changes;

    WriteBound(Oracle oracle) {
        this.oracle = oracle;
    }

    private static final class Count {
        private long things;
        private long writes;
    }

    private Count of(String client) {
        return counts.computeIfAbsent(client, key -> new Count());
    }

    /** A request may take from each of its buckets. */
    void asked(Asked asked) {
        of(asked.client).things += asked.buckets.size();
    }

    /** A lease has ended. */
    void corrected(Asked asked) {
        of(asked.client).things += asked.buckets.size();
    }

    /** Something was changed that concerns each process. */
    void changed() {
        changes++;
    }

    void sent(Sent sent) {
        Count count = of(sent.client());
        count.writes++;
        if (Boolean.getBoolean("ratio")) {
            MOST.merge("r", (double) count.writes / (count.things + changes + 10), Math::max);
        }
        if (count.writes > 20 * (count.things + changes + 10)) {
            oracle.violated(
                    "writes",
                    sent.client() + " has made " + count.writes + " writes for " + count.things + " things that it was"
                            + " asked for, and " + changes + " changes");
        }
    }

    static final Map<String, Double> MOST = new java.util.concurrent.ConcurrentHashMap<>();
}
