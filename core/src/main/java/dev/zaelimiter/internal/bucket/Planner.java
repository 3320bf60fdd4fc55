package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import java.util.Arrays;

/**
 * Chooses the one write that carries out an ask, exactly, whatever others do to the bucket meanwhile.
 *
 * <p><b>The rule behind it.</b> A write may leave the refill stamp untouched only if balance plus refill up to now
 * stays below the ceiling. Otherwise what refilled while the bucket was full would be credited a second time later: a
 * bucket of 10 that idles and then gives 1 would give 19 in the next half second. So:
 *
 * <ul>
 *   <li><b>Move</b>, if stored tokens suffice and no limit that is taken lies at its ceiling. The condition bounds each
 *       balance below by what is needed, and above by {@code ceiling - gained(now)}. The stored stamp must be at least
 *       the one that was seen, so the gain since that one is at least the true one, and the bound errs to the safe
 *       side.
 *   <li><b>Refill</b>, otherwise: each limit gets what it gained, clamped at its ceiling, and the stamp moves to now.
 *       The condition pins what the arithmetic used and bounds each balance such that the server itself proves the sum.
 *   <li><b>Soft ceiling</b>, for a bucket that several processes write to and that is full, where refills would lose to
 *       each other: one refill clamps a little below the ceiling, and while its stamp is fresh everybody moves. At most
 *       {@link SoftCeiling#margin} is held back, and only from a burst that comes right then.
 * </ul>
 *
 * <p>A credit always refills, so that it may be repeated as the identical write when its answer is lost; see
 * {@link #credit} for the one that does not.
 *
 * <p>The reserved limit {@code wcu} is bookkeeping: each write must find its cost there if the store's partitions are
 * limited, but no ceiling bounds it. Pure functions; source: the project's design notes, section 5.2, and its model.
 */
public final class Planner {

    private Planner() {}

    /**
     * Plans an ask that fits the image: the caller has checked each need against {@link BucketImage#balance}.
     *
     * @param image the bucket as last seen
     * @param by the numbers that govern
     * @param totals what is wanted
     * @param now one reading of the clock
     * @param context what else matters
     * @return the write
     */
    public static Plan plan(BucketImage image, Rates by, BatchTotals totals, long now, PlanContext context) {
        return plan(image, Gains.of(image, by, now, null), totals, context);
    }

    /**
     * Plans an ask that fits the image, as {@link #plan(BucketImage, Rates, BatchTotals, long, PlanContext)} does, from
     * gains that are computed already.
     *
     * @param image the bucket as last seen
     * @param gains of the image
     * @param totals what is wanted
     * @param context what else matters
     * @return the write
     */
    public static Plan plan(BucketImage image, Gains gains, BatchTotals totals, PlanContext context) {
        Rates by = gains.by();
        long now = gains.now();
        int wcu = image.layout().wcu();
        boolean credit = totals.hasCredit();
        long cost = cost(image, gains, context);
        if (cost < 0) {
            return new Plan.Pause(image.millisUntil(wcu, image.rates(), context.writeCost(), now));
        }
        boolean costStored = wcu < 0 || !context.costIsGate() || image.tk()[wcu] >= cost;
        if (!credit && image.rf() <= now && costStored && enoughStored(image, totals)) {
            if (!anyTakenAtCeiling(image, gains, totals)) {
                return move(image, gains, totals, cost, context, 0);
            }
            long slack = mayLieLower(image, by, context)
                    ? SoftCeiling.slackMillis(image, by, totals, context.roundTripMillis())
                    : 0;
            if (slack > 0 && SoftCeiling.holds(image, by, totals, now, slack, context)) {
                return move(image, gains, totals, cost, context, slack);
            }
        }
        long slack = mayLieLower(image, by, context) && !credit
                ? SoftCeiling.slackMillis(image, by, totals, context.roundTripMillis())
                : 0;
        return Refilling.plan(image, gains, totals, cost, context, slack);
    }

    /**
     * Plans an ask that fits the image as a refill, whatever is stored: a write that may be sent again as it is when
     * its answer was lost, and land late, must not leave the stamp behind.
     *
     * @param image the bucket as last seen
     * @param gains of the image
     * @param totals what is wanted
     * @param context what else matters
     * @return the write
     */
    public static Plan refill(BucketImage image, Gains gains, BatchTotals totals, PlanContext context) {
        long cost = cost(image, gains, context);
        return cost < 0
                ? new Plan.Pause(
                        image.millisUntil(image.layout().wcu(), image.rates(), context.writeCost(), gains.now()))
                : Refilling.plan(image, gains, totals, cost, context, 0);
    }

    /**
     * Plans a credit that leaves the stamp, for a bucket that several processes write to: sent at most once, since a
     * repeat could land twice. What does not fit below the ceiling is cut, if the bucket holds as much as the image
     * shows.
     *
     * @param image the bucket as last seen
     * @param totals credits only
     * @param now one reading of the clock
     * @param context what else matters
     * @return the write
     */
    public static Plan credit(BucketImage image, BatchTotals totals, long now, PlanContext context) {
        int size = image.layout().size();
        Gains gains = Gains.of(image, image.rates(), now, null);
        long cost = cost(image, gains, context);
        int wcu = image.layout().wcu();
        if (cost < 0) {
            return new Plan.Pause(image.millisUntil(wcu, image.rates(), context.writeCost(), now));
        }
        long[] delta = new long[size];
        long[] consumed = new long[size];
        long[] floor = new long[size];
        long[] ceiling = new long[size];
        for (int i = 0; i < size; i++) {
            floor[i] = Plan.NO_FLOOR;
            ceiling[i] = Plan.NO_CEILING;
            if (totals.credited(i) > 0) {
                long room = image.rates().cap(i) - gains.gained(i);
                delta[i] = Math.max(0, Math.min(totals.credited(i), room - image.tk()[i]));
                consumed[i] = -totals.credited(i);
                ceiling[i] = delta[i] > 0 ? room - delta[i] : Plan.NO_CEILING;
                // What is cut by this image may fit by a younger one: where less is left, the write is refused.
                floor[i] = delta[i] < totals.credited(i) ? image.tk()[i] : Plan.NO_FLOOR;
            }
        }
        chargeMove(image, delta, consumed, floor, cost, context);
        if (wcu >= 0 && image.tk()[wcu] < floor[wcu]) {
            // It has come back, and is in the balance with the next refill; this write leaves the stamp.
            floor[wcu] = Plan.NO_FLOOR;
        }
        return new Plan.Move(delta, consumed, floor, ceiling, Plan.NO_FLOOR, Plan.KEEP);
    }

    /** Whether a full bucket may be refilled to a little below its ceiling: not by numbers that others do not go by. */
    private static boolean mayLieLower(BucketImage image, Rates by, PlanContext context) {
        return context.shared() && by.same(image.rates());
    }

    /**
     * Up to which balance a limit is not full, so that a write may leave the stamp: neither by the numbers that govern
     * this ask, nor by the bucket's own, by which others refill from the same stamp. Numbers that came with a call may
     * be the slower ones.
     */
    private static long mostBelowCeiling(BucketImage image, Gains gains, int i) {
        long most = gains.by().cap(i) - gains.gained(i);
        return gains.by().same(image.rates())
                ? most
                : Math.min(most, image.rates().cap(i) - image.gained(i, image.rates(), gains.elapsed()));
    }

    private static boolean enoughStored(BucketImage image, BatchTotals totals) {
        for (int i = 0; i < image.layout().size(); i++) {
            if (image.tk()[i] < totals.needed(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean anyTakenAtCeiling(BucketImage image, Gains gains, BatchTotals totals) {
        for (int i = 0; i < image.layout().size(); i++) {
            if (totals.taken(i) > 0 && image.tk()[i] > mostBelowCeiling(image, gains, i)) {
                return true;
            }
        }
        return false;
    }

    private static Plan move(
            BucketImage image, Gains gains, BatchTotals totals, long cost, PlanContext context, long slackMillis) {
        Rates by = gains.by();
        long now = gains.now();
        int size = image.layout().size();
        long[] delta = new long[size];
        long[] consumed = new long[size];
        long[] floor = new long[size];
        long[] ceiling = new long[size];
        for (int i = 0; i < size; i++) {
            floor[i] = Plan.NO_FLOOR;
            ceiling[i] = Plan.NO_CEILING;
            if (totals.taken(i) > 0) {
                delta[i] = -totals.taken(i);
                consumed[i] = totals.taken(i);
                floor[i] = Math.max(totals.needed(i), image.leastThatBears(i, totals.taken(i)));
                ceiling[i] = slackMillis > 0
                        ? by.cap(i) - SoftCeiling.margin(by, i, slackMillis)
                        : mostBelowCeiling(image, gains, i);
            }
        }
        chargeMove(image, delta, consumed, floor, cost, context);
        long stampFloor = slackMillis > 0 ? now - slackMillis : Plan.NO_FLOOR;
        long ttl = Plan.KEEP;
        if (image.ttl() != 0) {
            boolean lasts = lasts(image, gains, totals);
            ttl = lasts ? Plan.KEEP : Lifetime.renewed(image, by, left(image, totals), now, context.ttlMultiplier());
            long end = ttl == Plan.KEEP ? image.ttl() : ttl;
            for (int i = 0; end != Plan.NO_END && i < size; i++) {
                if (totals.taken(i) > 0) {
                    floor[i] = Math.max(floor[i], Lifetime.leastThatLasts(gains, i, totals.taken(i), end));
                }
            }
        }
        return new Plan.Move(delta, consumed, floor, ceiling, stampFloor, ttl);
    }

    /**
     * Whether the bucket may vanish when it is to, since all of it has come back by then. What was gained since the
     * stamp is left out of what is taken from: another refill may have put it into the balance. Of the other limits the
     * end was given with regard to each, but for one that another system gave too early.
     */
    private static boolean lasts(BucketImage image, Gains gains, BatchTotals totals) {
        boolean lasts = true;
        for (int i = 0; i < image.layout().size(); i++) {
            long least = Lifetime.leastThatLasts(gains, i, totals.taken(i), image.ttl());
            lasts &= totals.taken(i) > 0
                    ? image.tk()[i] >= least
                    // Twice rounded down, where the end was given by one refill.
                    : i == image.layout().wcu() || plus(image.tk()[i], gains.gained(i)) >= least - 1;
        }
        return lasts;
    }

    private static long[] left(BucketImage image, BatchTotals totals) {
        long[] left = new long[image.layout().size()];
        Arrays.setAll(left, i -> plus(image.tk()[i], -totals.taken(i)));
        return left;
    }

    private static void chargeMove(
            BucketImage image, long[] delta, long[] consumed, long[] floor, long cost, PlanContext context) {
        int wcu = image.layout().wcu();
        if (wcu >= 0) {
            delta[wcu] = -cost;
            consumed[wcu] = cost;
            floor[wcu] = context.costIsGate() ? cost : Plan.NO_FLOOR;
        }
    }

    /**
     * What this write takes of {@code wcu}: its cost, or negative if there is too little even after refill. On a store
     * without limited partitions it never waits, and takes no more than there is.
     */
    private static long cost(BucketImage image, Gains gains, PlanContext context) {
        int wcu = image.layout().wcu();
        if (wcu < 0) {
            return 0;
        }
        long there = gains.balance(image, wcu);
        if (there >= context.writeCost()) {
            return context.writeCost();
        }
        return context.costIsGate() ? -1 : 0;
    }
}
