package dev.zaelimiter.internal.bucket;

/**
 * The soft ceiling of a bucket that several processes write to and that is full: how far below the ceiling it lies, and
 * when it holds. Pure functions; source: the project's design notes, section 5.2.
 */
final class SoftCeiling {

    private SoftCeiling() {}

    /**
     * The slack time of the soft ceiling: the largest of 1% of the time to fill, the smaller of 50 ms and 5% of it, and
     * the smaller of four round trips and 10% of it; the least over the limits taken.
     */
    static long slackMillis(BucketImage image, Rates by, BatchTotals totals, long roundTripMillis) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < image.layout().size(); i++) {
            if (totals.taken(i) > 0 && i != image.layout().wcu()) {
                long fill = by.millisToFull(i, 0);
                long slack = Math.max(fill / 100, Math.min(50, fill / 20));
                least = Math.min(least, Math.max(slack, Math.min(4 * roundTripMillis, fill / 10)));
            }
        }
        return least == Long.MAX_VALUE ? 0 : least;
    }

    /** What a limit gains within the slack time, rounded up: rounding down would lift the balance above the ceiling. */
    static long margin(Rates by, int i, long slackMillis) {
        return BucketMath.gained(slackMillis, by.ra(i), by.rp(i), by.rp(i) - 1);
    }

    /**
     * Whether a soft move has a chance: the stamp is fresh, or is likely to have been renewed by others, and the
     * balances are below the soft ceiling, or are likely to be by now. What needs more than the soft ceiling holds goes
     * another way.
     */
    static boolean holds(BucketImage image, Rates by, BatchTotals totals, long now, long slack, PlanContext context) {
        long margin = Math.min(slack / 4, 2 * Math.max(1, context.roundTripMillis()));
        boolean fresh = image.rf() >= now - slack + margin;
        boolean renewedByOthers = context.ageMillis() > 3 * Math.max(1, context.roundTripMillis())
                && context.othersPerMilli() * slack > 1;
        if (!fresh && !renewedByOthers) {
            return false;
        }
        boolean old = context.ageMillis() > slack;
        for (int i = 0; i < image.layout().size(); i++) {
            if (totals.taken(i) > 0) {
                long lowered = by.cap(i) - margin(by, i, slack);
                if (totals.needed(i) > lowered || (!old && image.tk()[i] > lowered)) {
                    return false;
                }
            }
        }
        return true;
    }
}
