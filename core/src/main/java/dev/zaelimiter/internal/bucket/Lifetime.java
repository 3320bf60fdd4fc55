package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

/**
 * When a bucket may vanish. What is made anew after that is full, so a bucket may go only when it is full itself: a
 * debt forgotten, or a balance cut short, would make tokens. A bucket that is full only after longer than can be told
 * as a time has no end. Pure functions.
 */
public final class Lifetime {

    /** What is told as the end of a bucket that has none. */
    public static final long NO_END = 0;

    /** The longest time to full that is told, in milliseconds: some 73 million years, times 1,000 still a number. */
    private static final long LONGEST = Long.MAX_VALUE / 4;

    private Lifetime() {}

    /**
     * When the bucket may vanish: the slowest time from its balance (or from empty, if that is longer) to full, times
     * the multiplier, from now. Never earlier than stored, and nothing for a bucket that has no end;
     * {@link Plan#NO_END} for one that has one, and whose end can't be told any more, or that was given it by a process
     * with another multiplier.
     */
    static long renewed(BucketImage image, Rates by, long[] after, long now, int multiplier) {
        if (image.ttl() == 0) {
            return Plan.KEEP;
        }
        if (multiplier == 0) {
            return Plan.NO_END;
        }
        long ttl = ttlSeconds(image.layout(), by, after, now, multiplier);
        if (ttl == NO_END) {
            return Plan.NO_END;
        }
        return ttl > image.ttl() ? ttl : Plan.KEEP;
    }

    /**
     * What a limit must hold for a take, so that it is full again when the bucket may vanish: others may have left a
     * deeper debt than the image shows, and what is made anew after that is full.
     *
     * @param by the numbers that govern
     * @param i the limit's index
     * @param taken millitokens, what is gained by the same write taken off
     * @param ttl when the bucket may vanish, in seconds since the epoch
     * @param now milliseconds since the epoch
     * @return the least balance, in millitokens
     */
    public static long leastThatLasts(Rates by, int i, long taken, long ttl, long now) {
        return plus(plus(by.cap(i), taken), -by.gainedUntil(i, ttl, now));
    }

    static long leastThatLasts(Gains gains, int i, long taken, long ttl) {
        return plus(plus(gains.by().cap(i), taken), -gains.gainedUntil(i, ttl));
    }

    /**
     * The time to live of a bucket: rounded down as in the original, but not to a time before every limit is full.
     *
     * @param layout its limits
     * @param by the numbers that govern
     * @param balances what each limit holds, in millitokens
     * @param now milliseconds since the epoch
     * @param multiplier times the slowest time to full, 1 or more
     * @return seconds since the epoch, or {@link #NO_END} if the bucket is full so late that it can't be told
     */
    public static long ttlSeconds(BucketLayout layout, Rates by, long[] balances, long now, int multiplier) {
        return ttlSeconds(slowest(layout, by, balances), now, multiplier);
    }

    /** The same of one limit alone. */
    static long ttlSeconds(Rates by, int i, long balance, long now, int multiplier) {
        return ttlSeconds(by.millisToFull(i, balance), now, multiplier);
    }

    private static long ttlSeconds(long slowest, long now, int multiplier) {
        if (slowest > LONGEST) {
            return NO_END;
        }
        long wait = slowest > LONGEST / multiplier ? LONGEST : slowest * multiplier;
        long full = plus(now, slowest);
        return Math.max(Math.floorDiv(now, 1000L) + wait / 1000, -Math.floorDiv(-full, 1000L));
    }

    /**
     * Whether the end of a bucket with such balances can be told.
     *
     * @param image the bucket
     * @return false if it must live for ever
     */
    public static boolean canBeTold(BucketImage image) {
        return slowest(image.layout(), image.rates(), image.tk()) <= LONGEST;
    }

    /** The slowest time to full, in milliseconds; {@link BucketMath#SATURATED} for more than a long can count. */
    private static long slowest(BucketLayout layout, Rates by, long[] balances) {
        long slowest = 0;
        for (int i = 0; i < layout.size(); i++) {
            if (i != layout.wcu()) {
                slowest = Math.max(slowest, by.millisToFull(i, balances[i]));
            }
        }
        return slowest;
    }
}
