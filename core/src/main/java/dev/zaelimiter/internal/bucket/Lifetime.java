package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

/**
 * When a bucket may vanish. What is made anew after that is full, so a bucket may go only when it is full itself: a debt
 * forgotten, or a balance cut short, would make tokens. Pure functions.
 */
public final class Lifetime {

    private Lifetime() {}

    /**
     * When the bucket may vanish: the slowest time from its balance (or from empty, if that is longer) to full, times
     * the multiplier, from now. Never earlier than stored, and nothing for a bucket that has no end.
     */
    static long renewed(BucketImage image, Rates by, long[] after, long now, int multiplier) {
        if (image.ttl() == 0 || multiplier == 0) {
            return Plan.KEEP;
        }
        long ttl = ttlSeconds(image.layout(), by, after, now, multiplier);
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
     * @return seconds since the epoch
     */
    public static long ttlSeconds(BucketLayout layout, Rates by, long[] balances, long now, int multiplier) {
        long slowest = 0;
        for (int i = 0; i < layout.size(); i++) {
            if (i != layout.wcu()) {
                slowest = Math.max(slowest, by.millisToFull(i, balances[i]));
            }
        }
        long wait = slowest > Long.MAX_VALUE / 4 / multiplier ? Long.MAX_VALUE / 4 : slowest * multiplier;
        long full = plus(now, Math.min(slowest, Long.MAX_VALUE / 4));
        return Math.max(Math.floorDiv(now, 1000L) + wait / 1000, -Math.floorDiv(-full, 1000L));
    }
}
