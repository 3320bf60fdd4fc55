package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.Nullable;

/**
 * Time that was refilled once, and lies ahead again since a stamp far ahead of the clock was taken back: whoever stamped it
 * may come again with that clock, and must not refill it a second time. So it is left out from the first gap between two
 * refills that may be one of that clock's: one that is longer than a minute, and ends where the stamp was, or later.
 *
 * <p>A clock that is right, on a bucket whose stamp was only damaged, leaves it out as well, once, if the bucket lies idle
 * for so long when that stamp's time has come: that much had been refilled too early.
 *
 * @param stamp the stamp that was taken back, in milliseconds since the epoch; of several the earliest
 * @param millis how much time is still to be left out, 1 or more
 */
public record TakenBack(long stamp, long millis) {

    /** How much is left out of a gap that ends now. */
    long leftOut(long gap, long now) {
        boolean counts =
                gap > BucketImage.MAX_AHEAD_MILLIS && now >= BucketMath.plus(stamp, -BucketImage.MAX_AHEAD_MILLIS);
        return counts ? Math.min(gap, millis) : 0;
    }

    /** What is still to be left out after so much was. */
    @Nullable
    TakenBack less(long leftOut) {
        return leftOut == 0 ? this : leftOut >= millis ? null : new TakenBack(stamp, millis - leftOut);
    }

    /** Another stamp is taken back. */
    static TakenBack more(@Nullable TakenBack before, long stamp, long now) {
        long millis = BucketMath.plus(stamp, -now);
        return before == null
                ? new TakenBack(stamp, millis)
                : new TakenBack(Math.min(stamp, before.stamp), BucketMath.plus(millis, before.millis));
    }
}
