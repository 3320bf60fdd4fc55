package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import org.jspecify.annotations.Nullable;

/**
 * What a bucket may give and take back at one reading of the clock without a new plan: the bounds of the
 * {@link Planner}, worked out once for many small changes of the bucket's numbers. Nothing is ever refused here: what
 * is not surely within these bounds is planned.
 *
 * <p>A take leaves the stamp, so the balance must lie where a {@link Plan.Move} may begin, and must last until the
 * bucket may vanish. What goes back leaves it too, as {@link Planner#credit} does, and so must fit below the ceiling
 * together with all that is gained until the reading: then nothing is cut, by whatever refill comes next.
 *
 * <p>Balances are those of all limits, in millitokens; what is taken off one is added to its counter of consumption.
 * Immutable.
 */
public final class InPlace {

    /** What leads deeper into debt is left to the planner, which knows how deep a debt may be. */
    private static final long DEEPEST_HERE = BucketMath.DEEPEST / 4;

    /** A part that holds fewer takes than that would be short too soon. */
    private static final int WORTH_A_PART = 32;

    private final Rates by;
    private final long[] most;
    private final long[] least;
    private final int wcu;
    private final long writeCost;
    private final long wcuGained;

    private InPlace(BucketImage image, Gains gains, PlanContext context) {
        this.by = gains.by();
        int size = image.layout().size();
        this.wcu = image.layout().wcu();
        this.writeCost = context.writeCost();
        this.wcuGained = wcu < 0 ? 0 : gains.gained(wcu);
        this.most = new long[size];
        this.least = new long[size];
        boolean vanishes = image.ttl() != 0;
        for (int i = 0; i < size; i++) {
            most[i] = by.cap(i) - gains.gained(i);
            long lasting = vanishes ? Lifetime.leastThatLasts(gains, i, 0, image.ttl()) : BucketMath.DEEPEST;
            least[i] = Math.max(lasting, DEEPEST_HERE);
        }
    }

    /** Of one part of many: what all others hold at most, this one must leave room for. */
    private InPlace(InPlace whole, long[] most) {
        this.by = whole.by;
        this.most = most;
        this.least = new long[most.length];
        this.wcu = whole.wcu;
        this.writeCost = whole.writeCost;
        this.wcuGained = 0;
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

    /**
     * The bounds of one of several equal parts of the bucket, for who knows nothing of the others: within them, the sum
     * of all parts is within the bounds that hold at each instant, whatever is done to the others within theirs.
     *
     * @param far the bounds that hold at each instant
     * @param parts 2 or more
     * @return bounds of what a part holds: tokens that may be spent, 0 or more
     */
    public static InPlace ofPart(InPlace far, int parts) {
        long[] most = new long[far.most.length];
        for (int i = 0; i < most.length; i++) {
            // What is left over by the division lies in no part, and is less than one token for each of them.
            long room = plus(far.upper(i), -far.floor(i)) - (parts - 1);
            most[i] = Math.max(0, room / parts);
        }
        return new InPlace(far, most);
    }

    /** At or below it a balance is neither full, nor will it be while these bounds hold. */
    private long upper(int i) {
        return Math.min(most[i], by.cap(i) - 1);
    }

    /** What is above it can be taken, whoever asks. */
    private long floor(int i) {
        return Math.max(0, least[i]);
    }

    /**
     * What each of several parts may hold at first.
     *
     * @param balances of the bucket
     * @param far its bounds, which hold at each instant
     * @param parts 2 or more; these are the bounds of one of them
     * @param before balances before a change of the kind that comes often
     * @param after the same after it
     * @return the same for each; null if it would be short of some of that soon. A limit that can't be divided now has
     *     more than a part may hold: then nothing fits there
     */
    public long @Nullable [] share(long[] balances, InPlace far, int parts, long[] before, long[] after) {
        long[] each = new long[balances.length];
        for (int i = 0; i < each.length; i++) {
            // Below the floor, what goes back to one part must not be taken again: it belongs to the debt.
            boolean divisible = i == wcu || (balances[i] >= far.floor(i) && balances[i] <= far.upper(i));
            long room = Math.max(0, plus(balances[i], -far.floor(i)));
            each[i] = divisible ? Math.min(room / parts, most[i]) : most[i] + 1;
            boolean enough = divisible && each[i] / WORTH_A_PART >= before[i] - after[i];
            if (i != wcu && before[i] > after[i] && !enough) {
                return null;
            }
        }
        return each;
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
        if (balances[i] > most[i] || left < least[i]) {
            return false;
        }
        balances[i] = left;
        return true;
    }

    /**
     * Gives back to a limit, if it surely has room for all of it.
     *
     * @param balances to be changed; worthless if the answer is false
     * @param i the limit's index
     * @param milli 1 or more
     * @return whether it went back
     */
    public boolean credit(long[] balances, int i, long milli) {
        long left = plus(balances[i], milli);
        if (left > upper(i)) {
            return false;
        }
        balances[i] = left;
        return true;
    }

    /**
     * Charges the bookkeeping limit for a change, as for a write, where there is one and it holds as much. In a part
     * that holds nothing of it any more nothing is charged, though another may hold some: it counts what partitions of
     * a table bear, and a store in memory has none.
     *
     * @param balances to be changed
     */
    public void charge(long[] balances) {
        if (wcu >= 0 && Math.min(by.cap(wcu), plus(balances[wcu], wcuGained)) >= writeCost) {
            balances[wcu] -= writeCost;
        }
    }
}
