package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.Nullable;

/**
 * What each limit of a bucket has gained since its stamp, at one reading of the clock. A division per limit is a good
 * part of what a plan costs, so this is kept for the next plan of the same millisecond. Not thread-safe, for its memo.
 */
public final class Gains {

    private final Rates by;
    private final long[] rm;
    private final long rf;
    private final long now;
    private final long elapsed;
    private final boolean damaged;
    private final long[] gained;
    private long lastTtl;
    private long @Nullable [] untilTtl;

    private Gains(BucketImage image, Rates by, long now) {
        this.by = by;
        this.rm = image.rm();
        this.rf = image.rf();
        this.now = now;
        this.elapsed = image.elapsed(now);
        this.damaged = image.damagedStamp(now);
        this.gained = new long[image.layout().size()];
        for (int i = 0; i < gained.length; i++) {
            gained[i] = image.gained(i, by, elapsed);
        }
    }

    /**
     * Computes the gains, or takes those of the last plan if they are the same.
     *
     * @param image the bucket as last seen
     * @param by the numbers that govern
     * @param now one reading of the clock
     * @param last earlier gains of the same bucket, or null
     * @return the gains
     */
    @SuppressWarnings("ReferenceEquality") // images share what did not change
    public static Gains of(BucketImage image, Rates by, long now, @Nullable Gains last) {
        return last != null && last.now == now && last.rf == image.rf() && last.by == by && last.rm == image.rm()
                ? last
                : new Gains(image, by, now);
    }

    /**
     * The numbers that govern.
     *
     * @return as given
     */
    public Rates by() {
        return by;
    }

    /**
     * The reading of the clock.
     *
     * @return milliseconds since the epoch
     */
    public long now() {
        return now;
    }

    /**
     * The time that counts.
     *
     * @return milliseconds since the stamp, 0 or more
     */
    public long elapsed() {
        return elapsed;
    }

    /**
     * What a limit has gained.
     *
     * @param i the limit's index
     * @return millitokens
     */
    public long gained(int i) {
        return gained[i];
    }

    /**
     * The stamp of a write that refills: now, but never back. One that lies too far ahead is taken back.
     *
     * @return milliseconds since the epoch
     */
    public long stamp() {
        return damaged ? now : Math.max(now, rf);
    }

    /**
     * What the time since the stamp makes of a limit.
     *
     * @param image an image with this stamp
     * @param i the limit's index
     * @param ceiling what it holds at most, in millitokens
     * @return gain, ceiling and remainder
     */
    Accrual accrual(BucketImage image, int i, long ceiling) {
        return accrual(image, i, ceiling, 0, false);
    }

    /**
     * The same for a refill, which adds what goes back before the ceiling counts, and begins without a remainder where
     * it takes the stamp back. A change of the limits keeps the remainder there, too: it moves nothing.
     */
    Accrual refilled(BucketImage image, int i, long ceiling, long credited) {
        return accrual(image, i, ceiling, credited, damaged);
    }

    private Accrual accrual(BucketImage image, int i, long ceiling, long credited, boolean anew) {
        long sum = BucketMath.plus(gained[i], credited);
        boolean full = BucketMath.plus(image.tk()[i], sum) >= ceiling;
        return new Accrual(full, sum, ceiling, full || anew ? 0 : left(i));
    }

    private long left(int i) {
        return BucketMath.remainder(elapsed, by.ra(i), by.rp(i), BucketMath.validRemainder(rm[i], by.rp(i)));
    }

    /**
     * What a limit of an image with this stamp holds now.
     *
     * @param image the image
     * @param i the limit's index
     * @return millitokens, at most the ceiling
     */
    public long balance(BucketImage image, int i) {
        return Math.min(by.cap(i), BucketMath.plus(image.tk()[i], gained[i]));
    }

    /**
     * What a limit gains from now until a bucket may vanish.
     *
     * @param i the limit's index
     * @param ttl when it may vanish, in seconds since the epoch
     * @return millitokens
     */
    long gainedUntil(int i, long ttl) {
        long[] until = untilTtl;
        if (until == null || lastTtl != ttl) {
            until = new long[gained.length];
            for (int k = 0; k < until.length; k++) {
                until[k] = by.gainedUntil(k, ttl, now);
            }
            untilTtl = until;
            lastTtl = ttl;
        }
        return until[i];
    }
}
