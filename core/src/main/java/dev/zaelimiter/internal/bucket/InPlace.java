package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import org.jspecify.annotations.Nullable;

/**
 * What a bucket may give and take back at one reading of the clock without a new plan: the bounds of the {@link Planner}, worked out
 * once for many small changes of the bucket's numbers. Nothing is ever refused here: what is not surely within these bounds is
 * planned.
 *
 * <p>A take leaves the stamp, so the balance must lie where a {@link Plan.Move} may begin, and must last until the bucket may
 * vanish. What goes back would be a refill, so it may go in only where the stamp is at this very reading, and below the ceiling.
 *
 * <p>Balances are those of all limits, in millitokens; what is taken off one is added to its counter of consumption. Immutable.
 */
public final class InPlace {

    /** What leads deeper into debt is left to the planner, which knows how deep a debt may be. */
    private static final long DEEPEST_HERE = BucketMath.DEEPEST / 4;

    private final Rates by;
    private final long[] most;
    private final long[] least;
    private final boolean stampIsNow;
    private final int wcu;
    private final long writeCost;
    private final long wcuGained;

    private InPlace(BucketImage image, Gains gains, PlanContext context) {
        this.by = gains.by();
        int size = image.layout().size();
        this.wcu = image.layout().wcu();
        this.writeCost = context.writeCost();
        this.wcuGained = wcu < 0 ? 0 : gains.gained(wcu);
        this.stampIsNow = image.rf() == gains.now();
        this.most = new long[size];
        this.least = new long[size];
        boolean vanishes = image.ttl() != 0;
        for (int i = 0; i < size; i++) {
            most[i] = by.cap(i) - gains.gained(i);
            least[i] = vanishes ? Lifetime.leastThatLasts(gains, i, 0, image.ttl()) : BucketMath.DEEPEST;
        }
    }

    /**
     * The bounds of a bucket.
     *
     * @param image the bucket
     * @param gains of the image by its own numbers
     * @param context as for a plan
     * @return null if each change needs a plan of its own
     */
    public static @Nullable InPlace of(BucketImage image, Gains gains, PlanContext context) {
        boolean simple = image.rf() <= gains.now()
                && !image.damagedStamp(gains.now())
                && image.shardCount() <= 1
                && !context.costIsGate()
                && gains.by().same(image.rates())
                && countersHold(image);
        return simple ? new InPlace(image, gains, context) : null;
    }

    /** Whether no counter can come near its end, even if its limit goes into the deepest debt that is allowed here. */
    private static boolean countersHold(BucketImage image) {
        for (int i = 0; i < image.layout().size(); i++) {
            long mostTaken = plus(Math.max(0, image.tk()[i]), -DEEPEST_HERE);
            if (plus(image.tc()[i], mostTaken) >= Counters.TURN) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes from a limit, if it surely holds as much.
     *
     * @param balances to be changed; worthless if the answer is false
     * @param i the limit's index
     * @param milli 1 or more
     * @return whether it was taken
     */
    public boolean take(long[] balances, int i, long milli) {
        return milli <= by.most(i) && balances[i] >= milli && debit(balances, i, milli);
    }

    /**
     * Takes from a limit, into debt if need be.
     *
     * @param balances to be changed; worthless if the answer is false
     * @param i the limit's index
     * @param milli 1 or more
     * @return whether it was taken
     */
    public boolean debit(long[] balances, int i, long milli) {
        long left = plus(balances[i], -milli);
        if (balances[i] > most[i] || left < Math.max(least[i], DEEPEST_HERE)) {
            return false;
        }
        balances[i] = left;
        return true;
    }

    /**
     * Gives back to a limit, if it surely stays below its ceiling.
     *
     * @param balances to be changed; worthless if the answer is false
     * @param i the limit's index
     * @param milli 1 or more
     * @return whether it went back
     */
    public boolean credit(long[] balances, int i, long milli) {
        long left = plus(balances[i], milli);
        if (!stampIsNow || left >= by.cap(i)) {
            return false;
        }
        balances[i] = left;
        return true;
    }

    /**
     * Charges the bookkeeping limit for a change, as for a write, where there is one and it holds as much.
     *
     * @param balances to be changed
     */
    public void charge(long[] balances) {
        if (wcu >= 0 && Math.min(by.cap(wcu), plus(balances[wcu], wcuGained)) >= writeCost) {
            balances[wcu] -= writeCost;
        }
    }
}
