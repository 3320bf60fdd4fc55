package dev.zaelimiter.internal.bucket;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that govern the limits of a bucket, aligned with its layout. Arrays are shared and must not be changed.
 */
public final class Rates {

    private static final long BUDGET_RA = BucketMath.MILLI;
    private static final long BUDGET_RP = 1_000_000_000_000L;

    private final long[] cap;
    private final long[] ra;
    private final long[] rp;
    /** Null for none. */
    private final long @Nullable [] reserve;

    /**
     * Takes three arrays of one length.
     *
     * @param cap ceilings in millitokens
     * @param ra refill amounts in millitokens
     * @param rp refill periods in milliseconds
     */
    public Rates(long[] cap, long[] ra, long[] rp) {
        this(cap, ra, rp, null);
    }

    private Rates(long[] cap, long[] ra, long[] rp, long @Nullable [] reserve) {
        this.cap = cap;
        this.ra = ra;
        this.rp = rp;
        this.reserve = reserve;
    }

    /**
     * A ceiling.
     *
     * @param i a limit's index
     * @return millitokens
     */
    public long cap(int i) {
        return cap[i];
    }

    /**
     * What somebody who is held to a lower ceiling must leave: the rest of the true one, so that no more than the lower
     * one is in use, by whomever.
     *
     * @param i a limit's index
     * @return millitokens, 0 or more
     */
    public long reserve(int i) {
        return reserve == null ? 0 : reserve[i];
    }

    /**
     * The most that can be taken at one time.
     *
     * @param i a limit's index
     * @return millitokens: the ceiling, less what must be left
     */
    public long most(int i) {
        return cap[i] - reserve(i);
    }

    /**
     * A refill amount.
     *
     * @param i a limit's index
     * @return millitokens per period
     */
    public long ra(int i) {
        return ra[i];
    }

    /**
     * A refill period.
     *
     * @param i a limit's index
     * @return milliseconds
     */
    public long rp(int i) {
        return rp[i];
    }

    /**
     * Whether stored numbers are those of a budget, the slowest refill that there is, which counts as none.
     *
     * @param ra the refill amount of the whole limit, in millitokens
     * @param rp its period in milliseconds
     * @return true for a token in 10^9 seconds
     */
    public static boolean isBudget(long ra, long rp) {
        return ra == BUDGET_RA && rp == BUDGET_RP;
    }

    /**
     * Whether a limit is a budget, if these are the numbers that a bucket stores.
     *
     * @param i the limit's index
     * @return as {@link #isBudget(long, long)}
     */
    public boolean isBudget(int i) {
        return isBudget(ra[i], rp[i]);
    }

    /** Whether one of the limits is a budget, if these are the numbers that a bucket stores. */
    boolean holdsBudget() {
        for (int i = 0; i < ra.length; i++) {
            if (isBudget(i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether these are the same numbers as others, of a bucket with the same layout. */
    @SuppressWarnings("ReferenceEquality") // almost always they are the same object, too
    boolean same(Rates other) {
        return this == other
                || (Arrays.equals(cap, other.cap) && Arrays.equals(ra, other.ra) && Arrays.equals(rp, other.rp));
    }

    /**
     * The same with one limit changed.
     *
     * @param i a limit's index
     * @param newCap its ceiling in millitokens
     * @param newRa its refill amount in millitokens
     * @param newRp its refill period in milliseconds
     * @return new rates
     */
    public Rates with(int i, long newCap, long newRa, long newRp) {
        Rates changed = new Rates(cap.clone(), ra.clone(), rp.clone(), reserve);
        changed.cap[i] = newCap;
        changed.ra[i] = newRa;
        changed.rp[i] = newRp;
        return changed;
    }

    /**
     * The same for somebody who must leave something of one limit.
     *
     * @param i a limit's index
     * @param milli so much, 0 or more
     * @return new rates
     */
    public Rates reserving(int i, long milli) {
        long[] more = reserve == null ? new long[cap.length] : reserve.clone();
        more[i] = milli;
        return new Rates(cap, ra, rp, more);
    }

    /**
     * How long a limit takes to be full.
     *
     * @param i a limit's index
     * @param balance where it starts, in millitokens; a balance above 0 counts as 0
     * @return milliseconds, rounded up; {@link BucketMath#SATURATED} if more is missing, or later, than can be counted
     */
    public long millisToFull(int i, long balance) {
        long missing = BucketMath.plus(cap[i], -Math.max(-Long.MAX_VALUE, Math.min(0, balance)));
        // No gain is ever counted to more than that.
        return missing >= BucketMath.SATURATED
                ? BucketMath.SATURATED
                : BucketMath.millisUntil(missing, ra[i], rp[i], 0);
    }

    /**
     * What a limit gains until a bucket may vanish.
     *
     * @param i a limit's index
     * @param ttl when it may vanish, in seconds since the epoch
     * @param now milliseconds since the epoch
     * @return millitokens
     */
    public long gainedUntil(int i, long ttl, long now) {
        long left = BucketMath.elapsed(now, ttl > Long.MAX_VALUE / 1000 ? Long.MAX_VALUE : ttl * 1000);
        return BucketMath.gained(left, ra[i], rp[i], 0);
    }
}
