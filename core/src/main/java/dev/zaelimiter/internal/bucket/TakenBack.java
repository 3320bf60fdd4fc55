package dev.zaelimiter.internal.bucket;

import org.jspecify.annotations.Nullable;

/**
 * Time that was refilled once, and lies ahead again since a stamp far ahead of the clock was taken back. The stamp and
 * this time together are how far the bucket was ever refilled: nobody whose clock may be the one that did so refills
 * before that.
 *
 * <p>Whose it may be is told by the gap since the stamp. One that is no longer than the longest believed is time that
 * has passed: it is refilled, and moves the end on. A longer one may be the distance of two clocks, and refills nothing
 * of what was refilled before. At first that is a minute less than what was taken back. Whenever a stamp has to be
 * taken back again before the end was reached, gaps that were believed may have been the distance of two clocks, in
 * parts: from then on only half as long ones are. So there is an end to it, whatever the clocks.
 *
 * @param longest the longest gap between two refills that is taken for time that has passed, in milliseconds, 0 or more
 * @param millis how far beyond the stamp the bucket was refilled already, in milliseconds, 1 or more
 */
public record TakenBack(long longest, long millis) {

    /** No longer gap is ever believed: of a clock that is decades off, others may be off a little. */
    static final long MOST_BELIEVED_MILLIS = 30L * 24 * 3600 * 1000;

    /** A stamp is taken back that lies more than this ahead. */
    static final long MORE_THAN_MILLIS = 60_000;

    /** How much of a gap is left out. */
    long leftOut(long gap) {
        return gap <= longest ? 0 : Math.min(gap, millis);
    }

    /** What is still to be left out after so much was. */
    @Nullable
    TakenBack less(long leftOut) {
        return leftOut == 0 ? this : leftOut >= millis ? null : new TakenBack(longest, millis - leftOut);
    }

    /** Another stamp is taken back. */
    static TakenBack more(@Nullable TakenBack before, long stamp, long now) {
        long millis = BucketMath.plus(stamp, -now);
        long longest = Math.max(0, Math.min(MOST_BELIEVED_MILLIS, millis - MORE_THAN_MILLIS));
        return before == null
                ? new TakenBack(longest, millis)
                : new TakenBack(Math.min(longest, before.longest / 2), BucketMath.plus(millis, before.millis));
    }
}
