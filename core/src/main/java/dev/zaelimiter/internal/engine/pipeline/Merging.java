package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.internal.schema.ShardTransfer.Seen;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Chooses which two shards are made one. Pure functions. */
final class Merging {

    private Merging() {}

    /**
     * A shard and its upper half, or first that one and its own; null while one of them is in debt, or does not fit the
     * other.
     */
    static @Nullable List<Write> upwards(Map<Integer, Seen> shards, Seen lower, long now, long wid) {
        long count = lower.image().shardCount();
        Seen upper = count < 2 ? null : shards.get((int) (lower.image().shard() + count / 2));
        if (upper == null || Division.inDebt(upper.image(), now)) {
            return null;
        }
        if (upper.image().shardCount() > count) {
            return upwards(shards, upper, now, wid);
        }
        return ShardTransfer.pair(lower, upper) ? ShardTransfer.merge(lower, upper, now, wid) : null;
    }
}
