package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import org.jspecify.annotations.Nullable;

/**
 * A move that may serve again: for the same ask on another image of the bucket, one with the same stamp, rates,
 * remainders, time to live and shards, at the same reading of the clock. A move's own bounds are what it was chosen by,
 * so the balances decide. Immutable.
 */
public final class StandingMove {

    private final Plan.Move plan;
    private final int wcu;
    private final long leastWcu;
    private final long mostWcu;

    private StandingMove(Plan.Move plan, int wcu, long leastWcu, long mostWcu) {
        this.plan = plan;
        this.wcu = wcu;
        this.leastWcu = leastWcu;
        this.mostWcu = mostWcu;
    }

    /**
     * A move and the balances on which it stands.
     *
     * @param plan the move
     * @param image what it was planned on
     * @param gains of that image
     * @param writeCost what a write takes of {@code wcu}, in millitokens, 1 or more
     * @return null if the move depends on more than balances
     */
    public static @Nullable StandingMove of(Plan.Move plan, BucketImage image, Gains gains, long writeCost) {
        if (plan.stampFloor() != Plan.NO_FLOOR || plan.ttl() != Plan.KEEP) {
            return null;
        }
        for (int i = 0; i < plan.consumed().length; i++) {
            if (Counters.step(image.tc()[i], plan.consumed()[i]) != plan.consumed()[i]) {
                return null;
            }
        }
        long least = Plan.NO_FLOOR;
        long most = Plan.NO_CEILING;
        int wcu = image.layout().wcu();
        if (wcu >= 0) {
            long needed = plus(writeCost, -gains.gained(wcu));
            if (plan.consumed()[wcu] == writeCost) {
                least = needed;
            } else if (gains.by().cap(wcu) >= writeCost) {
                // There was too little for the cost, and so it was not taken.
                most = needed - 1;
            }
        }
        return new StandingMove(plan, wcu, least, most);
    }

    /**
     * The move.
     *
     * @return as given
     */
    public Plan.Move plan() {
        return plan;
    }

    /**
     * Whether planning again would give this move, as far as one limit can tell.
     *
     * @param i the limit's index
     * @param balance as stored, in millitokens
     * @return true if the balance lies within the bounds
     */
    public boolean covers(int i, long balance) {
        return balance >= plan.floor()[i]
                && balance <= plan.ceiling()[i]
                && (i != wcu || (balance >= leastWcu && balance <= mostWcu));
    }
}
