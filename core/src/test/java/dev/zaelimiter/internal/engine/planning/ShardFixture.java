package dev.zaelimiter.internal.engine.planning;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import java.util.List;
import java.util.Map;

/** Shards of a bucket as they are read, and what is asked of them. Their stamp is {@link #NOW}. */
final class ShardFixture {

    static final long NOW = 1_700_000_000_000L;

    private static final Keys KEYS = new Keys("ns");

    private ShardFixture() {}

    /** One of so many shards that holds whole tokens of some limits, which are those of the whole bucket. */
    static ShardTransfer.Seen shard(int shard, long count, List<Limit> limits, Map<String, Long> tokens) {
        Item.Builder item = Item.builder(KEYS.bucket("e", "r", shard))
                .put("entity_id", "e")
                .put("resource", "r")
                .put("rf", NOW)
                .put("shard_count", count)
                .put("GSI2PK", "ns/RESOURCE#r")
                .put("GSI2SK", "BUCKET#e#" + shard);
        for (Limit limit : limits) {
            String prefix = "b_" + limit.name() + "_";
            item.put(prefix + "tk", tokens.getOrDefault(limit.name(), 0L) * BucketMath.MILLI)
                    .put(prefix + "cp", limit.capacity() * BucketMath.MILLI)
                    .put(prefix + "ra", limit.refillAmount() * BucketMath.MILLI)
                    .put(prefix + "rp", limit.refillPeriod().toMillis())
                    .put(prefix + "tc", 0);
        }
        return ShardTransfer.Seen.of(item.build());
    }

    /** A bucket that is not divided. */
    static BucketImage bucket(List<Limit> limits, Map<String, Long> tokens) {
        return shard(0, 1, limits, tokens).image();
    }

    static TakeRequest take(String limit, long tokens) {
        return TakeRequest.of(
                AcquireRequest.entity("e").resource("r").take(limit, tokens).build());
    }
}
