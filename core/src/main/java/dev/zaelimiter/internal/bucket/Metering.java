package dev.zaelimiter.internal.bucket;

import java.util.Arrays;

/**
 * Plans writes that move no tokens and leave the stamp: for counters, and for others to see that somebody was here.
 * Pure functions.
 */
public final class Metering {

    private Metering() {}

    /**
     * Counts what was let through past the limits: balances stay.
     *
     * @param image the bucket as last seen
     * @param consumed millitokens of each limit, in the order of the layout; negative if they were not used after all
     * @return the write
     */
    public static Plan.Move count(BucketImage image, long[] consumed) {
        int size = image.layout().size();
        long[] floor = new long[size];
        Arrays.fill(floor, Plan.NO_FLOOR);
        long[] ceiling = new long[size];
        Arrays.fill(ceiling, Plan.NO_CEILING);
        return new Plan.Move(new long[size], consumed, floor, ceiling, Plan.NO_FLOOR, Plan.KEEP);
    }

    /**
     * Says that somebody was here: the write costs its write unit, and no more.
     *
     * @param image the bucket as last seen, with {@code wcu}
     * @param cost what a write takes of {@code wcu}, in millitokens
     * @return the write
     */
    public static Plan.Move mark(BucketImage image, long cost) {
        Plan.Move mark = count(image, new long[image.layout().size()]);
        mark.delta()[image.layout().wcu()] = -cost;
        mark.consumed()[image.layout().wcu()] = cost;
        return mark;
    }
}
