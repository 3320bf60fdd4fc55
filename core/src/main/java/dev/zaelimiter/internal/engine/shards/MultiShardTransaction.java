package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.MultiShardDemand;
import dev.zaelimiter.store.Write;
import java.util.List;

/**
 * Takes from several shards that go together.
 *
 * @param writes one for each shard
 * @param wid the id under which it counts once
 * @param parts who takes
 * @param firstSentNanos when it was sent for the first time, monotonic
 * @param resent whether its answer was lost before
 */
record MultiShardTransaction(List<Write> writes, long wid, List<Granted> parts, long firstSentNanos, boolean resent) {

    /**
     * One of those who take.
     *
     * @param part who
     * @param waitMillis until every part of the debt has come back
     * @param given by each shard that gives something, the one that gives most first
     * @param left how the limits stand then
     */
    record Granted(
            MultiShardDemand part, long waitMillis, List<MultiShardTarget.Given> given, List<LimitStatus> left) {}

    String token() {
        return Long.toHexString(wid);
    }

    /** The same once more, since its answer was lost. */
    MultiShardTransaction again() {
        return new MultiShardTransaction(writes, wid, parts, firstSentNanos, true);
    }
}
