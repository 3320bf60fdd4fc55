package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.Nullable;

/**
 * A bucket as it was last seen. Immutable; arrays are aligned with the layout, shared, and must not be changed.
 *
 * @param layout which limits it holds
 * @param tk balances at the stamp, in millitokens; negative in debt
 * @param rates the numbers that govern it: of a shard, its share of those that it carries
 * @param rm remainders as stored; {@link #NO_REMAINDER} where there is none
 * @param tc what was ever consumed, net, in millitokens
 * @param rf the refill stamp, in milliseconds since the epoch
 * @param shardCount into how many shards the bucket is divided, as far as this one knows
 * @param ttl when it may vanish, in seconds since the epoch; 0 for never
 * @param wid the id of the last set of demands written by an implementation that sets one; 0 for none
 * @param cascade whether takes are charged to the parent too
 * @param parent the entity's parent, or null
 * @param stored the numbers that it carries; the very same as {@code rates} where it is the only shard
 * @param shard which shard it is, 0 for the first or only one
 * @param takenBack time that must not be refilled a second time, or null
 */
public record BucketImage(
        BucketLayout layout,
        long[] tk,
        Rates rates,
        long[] rm,
        long[] tc,
        long rf,
        long shardCount,
        long ttl,
        long wid,
        boolean cascade,
        @Nullable String parent,
        Rates stored,
        int shard,
        @Nullable TakenBack takenBack) {

    /** The remainder of a limit that stores none. */
    public static final long NO_REMAINDER = -1;

    /** A stamp this far ahead of the clock is not waited for: it is taken back, and refill counted from now. */
    public static final long MAX_AHEAD_MILLIS = TakenBack.MORE_THAN_MILLIS;

    /** So many of them, by processes that know nothing of each other, make no debt that is no number. */
    private static final long LARGE_DEBIT = Long.MAX_VALUE / 1000;

    /** So much later than told anybody may come. */
    public static final long LATE_MILLIS = 10_000;

    /**
     * The image of a bucket that is not divided.
     *
     * @param layout as above
     * @param tk as above
     * @param rates as above
     * @param rm as above
     * @param tc as above
     * @param rf as above
     * @param shardCount as above
     * @param ttl as above
     * @param wid as above
     * @param cascade as above
     * @param parent as above
     */
    public BucketImage(
            BucketLayout layout,
            long[] tk,
            Rates rates,
            long[] rm,
            long[] tc,
            long rf,
            long shardCount,
            long ttl,
            long wid,
            boolean cascade,
            @Nullable String parent) {
        this(layout, tk, rates, rm, tc, rf, shardCount, ttl, wid, cascade, parent, rates, 0, null);
    }

    /**
     * This shard's share of an amount.
     *
     * @param amount millitokens, 0 or more
     * @return the same if the bucket is not divided
     */
    public long share(long amount) {
        return shardCount <= 1 ? amount : Shares.of(amount, shardCount, shard);
    }

    /**
     * The time that counts for refill.
     *
     * @param now milliseconds since the epoch
     * @return milliseconds, 0 or more
     */
    public long elapsed(long now) {
        long gap = BucketMath.elapsed(rf, now);
        return takenBack == null ? gap : gap - takenBack.leftOut(gap);
    }

    /**
     * What must not be refilled a second time, after a write that refills until now.
     *
     * @param now milliseconds since the epoch
     * @return the very same as before if that has not changed
     */
    public @Nullable TakenBack takenBackAfter(long now) {
        if (damagedStamp(now)) {
            return TakenBack.more(takenBack, rf, now);
        }
        return takenBack == null ? null : takenBack.less(takenBack.leftOut(BucketMath.elapsed(rf, now)));
    }

    /**
     * What a limit has gained since the stamp.
     *
     * @param i the limit's index
     * @param by the numbers that govern
     * @param elapsed milliseconds since the stamp
     * @return millitokens
     */
    public long gained(int i, Rates by, long elapsed) {
        return BucketMath.gained(elapsed, by.ra(i), by.rp(i), BucketMath.validRemainder(rm[i], by.rp(i)));
    }

    /**
     * What a limit holds now.
     *
     * @param i the limit's index
     * @param by the numbers that govern
     * @param now milliseconds since the epoch
     * @return millitokens, at most the ceiling
     */
    public long balance(int i, Rates by, long now) {
        return Math.min(by.cap(i), BucketMath.plus(tk[i], gained(i, by, elapsed(now))));
    }

    /**
     * Whether every limit is full.
     *
     * @param now milliseconds since the epoch
     * @return true if the bucket would be the same if it were made anew
     */
    public boolean isFull(long now) {
        boolean full = true;
        for (int i = 0; i < layout.size(); i++) {
            full &= i == layout.wcu() || balance(i, rates, now) >= rates.cap(i);
        }
        return full;
    }

    /**
     * How long from now until a limit holds an amount. Nothing comes back before the clock has reached the stamp.
     *
     * @param i the limit's index
     * @param by the numbers that govern
     * @param amount millitokens, at most the ceiling; what must be left comes on top
     * @param now milliseconds since the epoch
     * @return milliseconds, rounded up; 0 if it does now
     */
    public long millisUntil(int i, Rates by, long amount, long now) {
        long missing = BucketMath.plus(BucketMath.plus(amount, by.reserve(i)), -Math.max(tk[i], -BucketMath.SATURATED));
        if (missing <= 0) {
            // It is there, whatever of the time since the stamp counts.
            return 0;
        }
        long fromStamp =
                BucketMath.millisUntil(missing, by.ra(i), by.rp(i), BucketMath.validRemainder(rm[i], by.rp(i)));
        if (fromStamp >= BucketMath.SATURATED) {
            return BucketMath.SATURATED;
        }
        long gap = aheadOf(now) ? now - rf : BucketMath.elapsed(rf, now);
        long wait = Math.max(0, fromStamp - gap);
        TakenBack back = damagedStamp(now) ? takenBackAfter(now) : takenBack;
        // Who is told a time comes a little later: that must not be too late to be believed.
        long late = wait == 0 ? 0 : LATE_MILLIS;
        return back == null || back.leftOut(BucketMath.plus(gap, BucketMath.plus(wait, late))) == 0
                ? wait
                : Math.max(0, BucketMath.plus(fromStamp, back.millis()) - gap);
    }

    /**
     * How long from now until a limit holds an amount after another amount is taken now.
     *
     * @param i the limit's index
     * @param by the numbers that govern
     * @param amount millitokens, at most the ceiling
     * @param ahead millitokens that are taken first; negative if they come back first
     * @param now milliseconds since the epoch
     * @return milliseconds, rounded up; 0 if it does now
     */
    public long millisUntil(int i, Rates by, long amount, long ahead, long now) {
        long there = BucketMath.plus(tk[i], gained(i, by, elapsed(now)));
        if (ahead <= 0 || there < by.cap(i)) {
            return millisUntil(i, by, BucketMath.plus(amount, ahead), now);
        }
        // Of a full one what is above the ceiling is gone: it refills from there, and has no remainder.
        long missing = BucketMath.plus(BucketMath.plus(amount, ahead), -by.most(i));
        long millis = BucketMath.millisUntil(missing, by.ra(i), by.rp(i), 0);
        return millis > 0 && aheadOf(now) ? BucketMath.plus(millis, rf - now) : millis;
    }

    /**
     * Whether the stamp lies too far ahead to wait for the clock to reach it.
     *
     * @param now milliseconds since the epoch
     * @return true for damage, false for skew or a clock set back
     */
    public boolean damagedStamp(long now) {
        return rf > BucketMath.plus(now, MAX_AHEAD_MILLIS);
    }

    /**
     * How far into debt somebody may leave a limit who waits: what comes back meanwhile, less what must be left.
     * Nothing comes back before the stamp, which another's clock may have set ahead of ours, nor in time that was
     * refilled before and is left out.
     *
     * @param i the limit's index
     * @param by the numbers that govern
     * @param waitMillis how long they wait
     * @param now milliseconds since the epoch
     * @return millitokens; negative if so much must be left
     */
    public long mayOwe(int i, Rates by, long waitMillis, long now) {
        long wait = counted(aheadOf(now) ? waitMillis - (rf - now) : waitMillis, now);
        long comesBack = wait <= 0 ? 0 : BucketMath.gained(wait, by.ra(i), by.rp(i), 0);
        return comesBack - by.reserve(i);
    }

    /** How much of a time from now on is refilled, if nobody else moves the stamp meanwhile. */
    private long counted(long wait, long now) {
        TakenBack back = damagedStamp(now) ? takenBackAfter(now) : takenBack;
        if (back == null || wait <= 0) {
            return wait;
        }
        long gap = BucketMath.elapsed(rf, now);
        long then = BucketMath.plus(gap, wait);
        return Math.max(0, then - back.leftOut(then) - (gap - back.leftOut(gap)));
    }

    /**
     * The least balance with which a debit leads to no debt deeper than the deepest that may be written. Bounded only
     * where it is near, or large, so that others can't come there together.
     */
    long leastThatBears(int i, long taken) {
        boolean near = taken > LARGE_DEBIT || BucketMath.plus(tk[i], -taken) < BucketMath.DEEPEST / 2;
        // What another has made deeper meanwhile is borne: a plan holds for its own image in any case.
        return near ? Math.min(tk[i], BucketMath.plus(BucketMath.DEEPEST, taken)) : Plan.NO_FLOOR;
    }

    /**
     * Whether another image has the same limits under the same numbers, and like this one may vanish some day, or not.
     *
     * @param other an image
     * @return false if a plan made for one of them is none for the other
     */
    public boolean sameLimits(BucketImage other) {
        return (ttl == 0) == (other.ttl == 0) && layout.sameNames(other.layout) && rates.same(other.rates);
    }

    /** Whether the clock has yet to reach the stamp: skew or a clock set back, not damage. */
    private boolean aheadOf(long now) {
        return rf > now && !damagedStamp(now);
    }
}
