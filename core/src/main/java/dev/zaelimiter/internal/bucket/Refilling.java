package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

/**
 * The arithmetic of a refill: each limit gets what it gained, less what is taken, and the stamp moves to now. What would
 * pass the ceiling is set to it, and the condition proves that it would; the rest is added, and the condition proves that
 * it fits. Pure functions.
 */
final class Refilling {

    private Refilling() {}

    /**
     * Plans a refill.
     *
     * @param image the bucket as last seen
     * @param gains of the image
     * @param totals what is wanted
     * @param cost what the write takes of {@code wcu}, in millitokens
     * @param context what else matters
     * @param slackMillis for how long a soft ceiling is to hold; 0 for none
     */
    static Plan.Refill plan(
            BucketImage image, Gains gains, BatchTotals totals, long cost, PlanContext context, long slackMillis) {
        Rates by = gains.by();
        long now = gains.now();
        int size = image.layout().size();
        int wcu = image.layout().wcu();
        int full = 0;
        boolean soft = false;
        long[] amount = new long[size];
        long[] consumed = new long[size];
        long[] floor = new long[size];
        long[] ceiling = new long[size];
        long[] rm = new long[size];
        long[] after = new long[size];
        for (int i = 0; i < size; i++) {
            long taken = i == wcu ? cost : totals.taken(i);
            long cap = by.cap(i);
            if (slackMillis > 0 && i != wcu && taken > 0) {
                long lowered = cap - SoftCeiling.margin(by, i, slackMillis);
                if (lowered >= totals.needed(i) && lowered >= 0) {
                    cap = lowered;
                    soft = true;
                }
            }
            Accrual accrual = gains.refilled(image, i, cap, totals.credited(i));
            consumed[i] = taken - totals.credited(i);
            amount[i] = accrual.change(-taken);
            after[i] = plus(accrual.balance(image.tk()[i]), -taken);
            if (accrual.full()) {
                full |= 1 << i;
                // How much of a credit is cut is told: it must be as much as was seen, to the millitoken.
                boolean cut = totals.credited(i) > 0 && CutCredit.over(image, gains, totals, i) > 0;
                floor[i] = i == wcu ? Plan.NO_FLOOR : cut ? image.tk()[i] : accrual.turn();
                ceiling[i] = cut ? image.tk()[i] : Plan.NO_CEILING;
            } else {
                long gained = accrual.gained();
                ceiling[i] = i == wcu ? Plan.NO_CEILING : accrual.turn();
                long need = i == wcu ? (context.costIsGate() ? cost : BatchTotals.UNBOUNDED) : totals.needed(i);
                floor[i] = need == BatchTotals.UNBOUNDED ? Plan.NO_FLOOR : plus(need, -gained);
                long bears = i == wcu ? Plan.NO_FLOOR : image.leastThatBears(i, taken);
                floor[i] = bears == Plan.NO_FLOOR ? floor[i] : Math.max(floor[i], plus(bears, -gained));
                rm[i] = accrual.remainder();
            }
        }
        long stamp = gains.stamp();
        long ttl = Lifetime.renewed(image, by, after, now, context.ttlMultiplier());
        if (image.ttl() != 0) {
            long end = ttl == Plan.KEEP ? image.ttl() : ttl;
            for (int i = 0; end != Plan.NO_END && i < size; i++) {
                if (totals.taken(i) > 0 && (full & 1 << i) == 0) {
                    floor[i] = Math.max(floor[i], Lifetime.leastThatLasts(gains, i, -amount[i], end));
                }
            }
        }
        return new Plan.Refill(full, amount, consumed, floor, ceiling, rm, stamp, ttl, soft);
    }
}
