package dev.zaelimiter.internal.bucket;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An update of a stored bucket that is more than a take or a refill, as numbers: a change of its limits, a half of a
 * split or of a merge, a gift. It refills first, under the numbers of before, so its stamp and its count of shards must
 * be as they were seen. {@code schema} turns it into a write of the store. Immutable.
 *
 * @param limits those of the layout in its order, then those that are added
 * @param stamp the new stamp, in milliseconds since the epoch
 * @param shardCount into how many shards the bucket is divided afterwards
 * @param ttl the new time to live in seconds, {@link Plan#KEEP} or {@link Plan#NO_END}
 * @param takenBack what must not be refilled a second time, afterwards
 */
public record BucketUpdate(
        List<LimitUpdate> limits,
        long stamp,
        long shardCount,
        long ttl,
        @Nullable TakenBack takenBack) {

    /** Copies the list. */
    public BucketUpdate {
        limits = List.copyOf(limits);
    }
}
