package dev.zaelimiter.admin.capacity;

import java.time.Instant;
import java.util.Map;

/**
 * One shard of a bucket.
 *
 * @param shard which, 0 for the first or only one
 * @param shardCount into how many the bucket is divided, as far as this one knows
 * @param refilledAt the stamp up to which refill is stored
 * @param available whole tokens by limit, refill until now included; negative in debt
 * @param writeUnits what its partition can still write now, in write units
 */
public record ShardView(int shard, long shardCount, Instant refilledAt, Map<String, Long> available, long writeUnits) {

    /** Copies the map. */
    public ShardView {
        available = Map.copyOf(available);
    }
}
