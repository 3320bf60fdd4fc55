package dev.zaelimiter.internal.bucket;

/**
 * The counters of consumption: each write adds to them, and readers live by their differences. One that comes near the
 * end of what a number holds starts anew, so that takes go on. Pure functions.
 */
public final class Counters {

    /** What is taken off a counter that has come so far, in millitokens. */
    public static final long TURN = 1L << 62;

    private Counters() {}

    /**
     * What a write adds to a counter.
     *
     * @param counter where it stands, in millitokens
     * @param consumed what was taken, less what went back, in millitokens
     * @return the same, or {@link #TURN} less
     */
    public static long step(long counter, long consumed) {
        return consumed == 0 || BucketMath.plus(counter, consumed) < TURN ? consumed : consumed - TURN;
    }
}
