package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Counters;

/**
 * One limit of a bucket, over all its shards. Balances are summed in millitokens and rounded down once.
 *
 * @param limit as the bucket carries it
 * @param available whole tokens, refill until now included; negative in debt
 * @param consumed whole tokens ever consumed, net of what went back, since the limit is on this bucket; the counter
 *     starts anew after some 4.6 x 10^15
 */
public record LimitView(Limit limit, long available, long consumed) {

    /**
     * How much of the capacity is in use.
     *
     * @return 0 for a full bucket, 1 for an empty one, more in debt; 0 if the capacity is 0
     */
    public double utilisation() {
        return limit.capacity() == 0 ? 0 : 1 - (double) available / limit.capacity();
    }

    /**
     * What was consumed between two readings of {@link #consumed()}, whether the counter has started anew or not.
     *
     * @param before the earlier
     * @param after the later
     * @return whole tokens, negative if more went back
     */
    public static long consumedBetween(long before, long after) {
        long turn = Counters.TURN / BucketMath.MILLI;
        long difference = after - before;
        return difference < -turn / 2 ? difference + turn : difference;
    }
}
