package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.LimitNumbers;

/** A limit as users know it, in the units in which buckets store it. Pure. */
public final class LimitConversion {

    private LimitConversion() {}

    /**
     * The numbers of a limit.
     *
     * @param limit in whole tokens
     * @return in millitokens and milliseconds
     */
    public static LimitNumbers numbers(Limit limit) {
        return new LimitNumbers(
                limit.capacity() * BucketMath.MILLI,
                limit.refillAmount() * BucketMath.MILLI,
                limit.refillPeriod().toMillis());
    }
}
