package dev.zaelimiter.testkit.internal.simulation;

import java.util.Map;
import java.util.TreeMap;

/**
 * How many writes a process makes: so many at most for each thing that it is asked to do, by the bound that the engine
 * derives (docs/contributor/bounded-writes.md). Whoever goes round and round writes more, however its store answers.
 *
 * <p>With a deadline of D milliseconds a request makes at most 12 + D / 100 writes in one bucket, and a mark after each
 * third that was lost; a correction lives for ten deadlines; a change of the stored limits makes 17, and 12 in each
 * further minute.
 */
final class WriteBound {

    private static final int MOST_SHARDS = 32;

    private final Scenario scenario;
    private final Oracle oracle;
    private final Map<String, Count> counts = new TreeMap<>();
    private long changes;

    WriteBound(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
    }

    private static final class Count {
        private long requests;
        private long corrections;
        private long writes;
    }

    private Count of(String client) {
        return counts.computeIfAbsent(client, key -> new Count());
    }

    /** A request may take from each of its buckets. */
    void asked(Asked asked) {
        of(asked.client).requests += asked.buckets.size();
    }

    /** A lease has ended, or a request that may have been granted without anybody's hearing of it. */
    void corrected(Asked asked) {
        of(asked.client).corrections += asked.buckets.size();
    }

    /** Something was changed that concerns each process. */
    void changed() {
        changes++;
    }

    private static long tries(long millis) {
        long most = 12 + millis / 100;
        return most + most / 3;
    }

    void sent(Sent sent) {
        if (sent.client().equals("aggregator") || sent.client().equals(Gifts.GIVER)) {
            return;
        }
        Count count = of(sent.client());
        count.writes++;
        long shards = scenario.divided() ? MOST_SHARDS : 1;
        long buckets = (scenario.entities + 2) * shards;
        long minutes = oracle.nowNanos() / 60_000_000_000L;
        long most = shards
                        * (count.requests * tries(scenario.deadlineMillis)
                                + count.corrections * tries(10 * scenario.deadlineMillis))
                + changes * buckets * (17 + 12 * minutes);
        if (count.writes > most) {
            oracle.violated(
                    "writes",
                    sent.client() + " has made " + count.writes + " writes for " + count.requests + " requests and "
                            + count.corrections + " corrections, and " + changes + " changes; " + most
                            + " are the most that may be needed");
        }
    }
}
