package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;

/**
 * One limit, by the arithmetic of the engine but without its store: exactly what it says of buckets that nobody else
 * has to do with. The caller keeps what is left of a bucket in two arrays, and says at which place: millitokens, and
 * the remainder that {@link BucketMath} explains. Immutable.
 */
final class ExactLimit {

    private final long capacity;
    private final long refill;
    private final long periodMillis;

    ExactLimit(Limit limit) {
        this.capacity = limit.capacity() * BucketMath.MILLI;
        this.refill = limit.isBudget() ? 0 : limit.refillAmount() * BucketMath.MILLI;
        this.periodMillis = limit.refillPeriod().toMillis();
    }

    /** The most that a bucket holds, in millitokens. */
    long capacity() {
        return capacity;
    }

    /** Adds what flows in. */
    void refill(long[] left, long[] remainders, int at, long elapsedMillis) {
        long before = left[at];
        if (before < capacity) {
            long after =
                    BucketMath.plus(before, BucketMath.gained(elapsedMillis, refill, periodMillis, remainders[at]));
            if (after < capacity) {
                left[at] = after;
                remainders[at] = BucketMath.remainder(elapsedMillis, refill, periodMillis, remainders[at]);
            } else {
                left[at] = capacity;
                remainders[at] = 0;
            }
        }
    }

    /** Whether a bucket, refilled up to now, has so many tokens; who takes nothing needs nothing. */
    boolean fits(long[] left, int at, long wanted) {
        return wanted == 0 || left[at] >= wanted * BucketMath.MILLI;
    }

    /** Whether a full bucket has so many tokens. */
    boolean everFits(long wanted) {
        return wanted * BucketMath.MILLI <= capacity;
    }

    /**
     * Takes tokens, into debt if need be; a debt of {@link BucketMath#SATURATED} grows no more.
     *
     * @param taken whole tokens; negative to give back, which never lifts a balance above the capacity
     */
    void take(long[] left, long[] remainders, int at, long taken) {
        long after = BucketMath.plus(left[at], -taken * BucketMath.MILLI);
        if (after < capacity) {
            left[at] = Math.max(-BucketMath.SATURATED, after);
        } else {
            left[at] = capacity;
            remainders[at] = 0;
        }
    }

    /** How many milliseconds from now the first one is that has so many tokens. */
    long waitMillis(long[] left, long[] remainders, int at, long wanted) {
        return BucketMath.millisUntil(wanted * BucketMath.MILLI - left[at], refill, periodMillis, remainders[at]);
    }

    /** How many milliseconds of refill pay what is lacking to nothing, with their fraction; infinity for a budget. */
    double debtMillis(long[] left, long[] remainders, int at) {
        return ((double) -left[at] * periodMillis - remainders[at]) / refill;
    }

    /** What is left, in tokens with their fraction. */
    double balance(long[] left, long[] remainders, int at) {
        return (left[at] + (double) remainders[at] / periodMillis) / BucketMath.MILLI;
    }

    /** What was taken of a full bucket, in tokens with their fraction. */
    double used(long[] left, long[] remainders, int at) {
        return (capacity - left[at] - (double) remainders[at] / periodMillis) / BucketMath.MILLI;
    }
}
