package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

/**
 * The arithmetic of a refill: each limit gets what it gained, less what is taken, and the stamp moves to now. What
 * would pass the ceiling is set to it, and the condition proves that it would; the rest is added, and the condition
 * proves that it fits. One of these is made for each plan.
 */
final class Refilling {

    private final BucketImage image;
    private final Gains gains;
    private final BatchTotals totals;
    private final long cost;
    private final PlanContext context;
    private final int wcu;

    private final long[] amount;
    private final long[] consumed;
    private final long[] floor;
    private final long[] ceiling;
    private final long[] rm;
    private final long[] after;
    private int full;
    private boolean soft;

    private Refilling(BucketImage image, Gains gains, BatchTotals totals, long cost, PlanContext context) {
        this.image = image;
        this.gains = gains;
        this.totals = totals;
        this.cost = cost;
        this.context = context;
        this.wcu = image.layout().wcu();
        int size = image.layout().size();
        this.amount = new long[size];
        this.consumed = new long[size];
        this.floor = new long[size];
        this.ceiling = new long[size];
        this.rm = new long[size];
        this.after = new long[size];
    }

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
        Refilling refilling = new Refilling(image, gains, totals, cost, context);
        for (int i = 0; i < image.layout().size(); i++) {
            refilling.refill(i, slackMillis);
        }
        return refilling.plan();
    }

    private void refill(int i, long slackMillis) {
        long taken = i == wcu ? cost : totals.taken(i);
        Accrual accrual = gains.refilled(image, i, ceilingOf(i, taken, slackMillis), totals.credited(i));
        consumed[i] = taken - totals.credited(i);
        amount[i] = accrual.change(-taken);
        after[i] = plus(accrual.balance(image.tk()[i]), -taken);
        if (accrual.full()) {
            setToCeiling(i, accrual);
        } else {
            add(i, accrual, taken);
        }
    }

    /** Its capacity, or a little less if that is to hold for a while. */
    private long ceilingOf(int i, long taken, long slackMillis) {
        long cap = gains.by().cap(i);
        if (slackMillis > 0 && i != wcu && taken > 0) {
            long lowered = cap - SoftCeiling.margin(gains.by(), i, slackMillis);
            // Who may wait would get as debt what is only held back.
            if (lowered >= Math.max(taken, totals.needed(i))) {
                soft = true;
                return lowered;
            }
        }
        return cap;
    }

    private void setToCeiling(int i, Accrual accrual) {
        full |= 1 << i;
        // How much of a credit is cut is told: it must be as much as was seen, to the millitoken.
        boolean cut = totals.credited(i) > 0 && CutCredit.over(image, gains, totals, i) > 0;
        floor[i] = i == wcu ? Plan.NO_FLOOR : cut ? image.tk()[i] : accrual.turn();
        ceiling[i] = cut ? image.tk()[i] : Plan.NO_CEILING;
    }

    private void add(int i, Accrual accrual, long taken) {
        long gained = accrual.gained();
        ceiling[i] = i == wcu ? Plan.NO_CEILING : accrual.turn();
        long need = i == wcu ? (context.costIsGate() ? cost : BatchTotals.UNBOUNDED) : totals.needed(i);
        floor[i] = need == BatchTotals.UNBOUNDED ? Plan.NO_FLOOR : plus(need, -gained);
        long bears = i == wcu ? Plan.NO_FLOOR : image.leastThatBears(i, taken);
        floor[i] = bears == Plan.NO_FLOOR ? floor[i] : Math.max(floor[i], plus(bears, -gained));
        rm[i] = accrual.remainder();
    }

    private Plan.Refill plan() {
        long ttl = Lifetime.renewed(image, gains.by(), after, gains.now(), context.ttlMultiplier());
        if (image.ttl() != 0) {
            requireToLast(ttl == Plan.KEEP ? image.ttl() : ttl);
        }
        return new Plan.Refill(full, amount, consumed, floor, ceiling, rm, gains.stamp(), ttl, soft);
    }

    /** What is taken has come back when the bucket may vanish. */
    private void requireToLast(long end) {
        for (int i = 0; end != Plan.NO_END && i < floor.length; i++) {
            if (totals.taken(i) > 0 && (full & 1 << i) == 0) {
                floor[i] = Math.max(floor[i], Lifetime.leastThatLasts(gains, i, -amount[i], end));
            }
        }
    }
}
