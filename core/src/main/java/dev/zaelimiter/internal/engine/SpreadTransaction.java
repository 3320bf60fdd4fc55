package dev.zaelimiter.internal.engine;

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
record SpreadTransaction(List<Write> writes, long wid, List<Granted> parts, long firstSentNanos, boolean resent) {

    /** One of those who take, and what each shard gives to it. */
    record Granted(Part part, Spread.Fit fit) {}

    String token() {
        return Long.toHexString(wid);
    }

    /** The same once more, since its answer was lost. */
    SpreadTransaction again() {
        return new SpreadTransaction(writes, wid, parts, firstSentNanos, true);
    }
}
