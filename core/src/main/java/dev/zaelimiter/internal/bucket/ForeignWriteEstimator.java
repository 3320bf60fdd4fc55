package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.Nullable;

/**
 * How often others write to a bucket, learned from how its stamp, counters and {@code wid} differ from what this
 * process left there. Decides between exact pinned writes (one process) and the soft ceiling (several). Not
 * thread-safe.
 */
public final class ForeignWriteEstimator {

    /** A bucket is shared if others write more often than once in two seconds. */
    private static final double SHARED_PER_MILLI = 0.0005;

    private static final double WEIGHT = 0.2;

    /** With no sign of others for this long, whatever was learned is forgotten. */
    private static final long FORGET_MILLIS = 30_000;

    private double othersPerMilli;
    private long lastLookMillis = Long.MIN_VALUE;
    private long lastForeignMillis = Long.MIN_VALUE;
    /** The others were counted on to move this stamp, and left it. */
    private long leftStamp = Long.MIN_VALUE;

    /**
     * Learns from one look.
     *
     * @param foreign whether somebody else wrote since the last look
     * @param nowMillis monotonic
     */
    public void look(boolean foreign, long nowMillis) {
        // A bucket that nobody else was ever seen to write stays at 0, which is told without a division.
        if (lastLookMillis != Long.MIN_VALUE && (foreign || othersPerMilli != 0)) {
            double interval = Math.max(1, nowMillis - lastLookMillis);
            othersPerMilli += WEIGHT * ((foreign ? 1 : 0) / interval - othersPerMilli);
        }
        lastLookMillis = nowMillis;
        if (foreign) {
            lastForeignMillis = nowMillis;
        }
    }

    /**
     * Whether several processes write to the bucket.
     *
     * @param nowMillis monotonic
     * @return true if others were seen often, and lately
     */
    public boolean shared(long nowMillis) {
        return othersPerMilli > SHARED_PER_MILLI && nowMillis - lastForeignMillis < FORGET_MILLIS;
    }

    /**
     * How many writes of others to expect in a millisecond.
     *
     * @return an estimate
     */
    public double perMilli() {
        return othersPerMilli;
    }

    /**
     * How many refills of others to expect in a millisecond. What the Python system writes leaves the stamp, however
     * often it comes: so a stamp that was left once is not counted on to move.
     *
     * @param stamp of the bucket as last seen, in milliseconds
     * @return an estimate
     */
    public double refillsPerMilli(long stamp) {
        return stamp == leftStamp ? 0 : othersPerMilli;
    }

    /**
     * A write that counted on others to have moved the stamp was refused, since they had not.
     *
     * @param stamp that is still there, in milliseconds
     */
    public void left(long stamp) {
        leftStamp = stamp;
    }

    /**
     * When it learned last. Of a bucket that nobody else was ever seen to write it is all that was learned.
     *
     * @return monotonic milliseconds; {@link Long#MIN_VALUE} if never
     */
    public long lastLookMillis() {
        return lastLookMillis;
    }

    /**
     * Goes on from what another one has learned.
     *
     * @param lookedMillis when the other learned last
     * @param other the other, or null if it knows of no writes of others
     */
    public void goOn(long lookedMillis, @Nullable ForeignWriteEstimator other) {
        lastLookMillis = lookedMillis;
        othersPerMilli = other == null ? 0 : other.othersPerMilli;
        lastForeignMillis = other == null ? Long.MIN_VALUE : other.lastForeignMillis;
        leftStamp = other == null ? Long.MIN_VALUE : other.leftStamp;
    }
}
