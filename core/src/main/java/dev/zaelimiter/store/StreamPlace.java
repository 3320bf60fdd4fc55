package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/**
 * A place in a shard of a stream, between two changes.
 *
 * @param shard which shard
 * @param after what the change before it is called, in the store's own words: to be kept for as long as one likes. Null
 *     for the oldest change that there is
 * @param handle with what the store finds the place faster, for some minutes; null where nobody has one
 */
public record StreamPlace(
        StreamShard shard, @Nullable String after, @Nullable String handle) {

    /**
     * A place that was kept.
     *
     * @param shard which shard
     * @param after as {@link #after()}
     * @return a place
     */
    public static StreamPlace of(StreamShard shard, @Nullable String after) {
        return new StreamPlace(shard, after, null);
    }
}
