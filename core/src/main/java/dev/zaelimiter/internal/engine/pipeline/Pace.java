package dev.zaelimiter.internal.engine.pipeline;

/**
 * How fast a process writes a bucket that is drained, and that others write too. What has just come back goes to the
 * process whose write is first, and the others have paid for a write in vain; and as more is written than a partition
 * takes, the bucket is divided, which brings no token and makes it all the more. So one waits until a little more has
 * come back, for all that ask meanwhile.
 */
final class Pace {

    /** From one write to the next. */
    static final long NANOS = 20_000_000;

    /** With fewer writes of others in that time, to all shards together, there is little to be lost by being quick. */
    private static final double FEWEST_OTHERS = 2;

    private Pace() {}

    /**
     * How long to hold the next write back from now on.
     *
     * @param othersPerMilli how many writes of others the bucket, or one of its shards, sees
     * @param shards how many there are
     * @param ageNanos since the bucket was last seen
     * @param leftNanos until the first who waits will wait no longer
     * @param roundTripNanos of a write
     * @return 0 to go
     */
    static long holdNanos(double othersPerMilli, long shards, long ageNanos, long leftNanos, long roundTripNanos) {
        boolean crowded = othersPerMilli * shards * NANOS >= FEWEST_OTHERS * 1_000_000;
        boolean inTime = leftNanos > 2 * (NANOS + roundTripNanos);
        return crowded && inTime ? Math.max(0, NANOS - ageNanos) : 0;
    }
}
