package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans what moves tokens between shards, and makes none: a shard is divided in two, or one is made of two. And the one
 * way to give a shard tokens from outside. Each refills first, under the shares of before.
 *
 * <p>A split moves a fixed amount, half of each balance as it was seen, debts too: so it need not pin balances, which
 * change all the time on a bucket that is hot enough to be split, and what the one shard gives is what the other gets
 * all the same. A shard that holds less than that by now is not split: it would be in debt, and the other half would
 * hold what nobody has any more. A merge takes away a whole shard, so it pins that one's balances. Pure functions;
 * source: the project's design notes, section 5.4.
 */
public final class Transfers {

    /** Half of a debt that is compared with twice of it: beyond, that would leave the range of a number. */
    private static final long DEEPEST_BOUND = Long.MIN_VALUE >> 4;

    private Transfers() {}

    /**
     * A split of a shard with {@code n} for its count.
     *
     * @param kept it keeps half of what it holds
     * @param shard the number of the new shard, {@code n} above its own
     * @param balances what the new shard gets of each limit; of {@code wcu} it has its own, full
     */
    public record Split(BucketUpdate kept, int shard, long[] balances) {}

    /**
     * Plans a split. Neither half has a time to live afterwards.
     *
     * @param image the shard as last seen
     * @param now one reading of the clock
     * @return the plan
     */
    public static Split split(BucketImage image, long now) {
        Gains gains = Gains.of(image, image.rates(), now, null);
        int size = image.layout().size();
        long[] balances = new long[size];
        List<LimitUpdate> kept = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            Accrual accrual = gains.refilled(image, i, image.rates().cap(i), 0);
            boolean divided = i != image.layout().wcu();
            long moved = divided ? Math.floorDiv(accrual.balance(image.tk()[i]), 2L) : 0;
            balances[i] = divided ? moved : image.rates().cap(i);
            List<Bound> bounds = bounds(accrual);
            if (divided && !accrual.full()) {
                // What was given back meanwhile stays here, and might not fit below half the ceiling.
                long half = Shares.of(image.stored().cap(i), 2 * image.shardCount(), image.shard());
                bounds.add(Bound.atMost(plus(half, moved) - accrual.gained()));
                keepSign(bounds, moved, accrual.gained());
            }
            kept.add(kept(i, accrual, -moved, bounds, accrual.remainder(), 0));
        }
        return new Split(
                new BucketUpdate(kept, gains.stamp(), 2 * image.shardCount(), Plan.NO_END, image.takenBackAfter(now)),
                Math.toIntExact(image.shard() + image.shardCount()),
                balances);
    }

    /**
     * If one half is in debt, the other may hold no tokens, unless the shard had both: whoever came to that half would
     * be served with what others took since the shard was seen. Nor may the shard keep a debt that has more than
     * doubled since: those who wait for it were told times at the whole rate, and who comes to the other half would
     * overtake them.
     */
    private static void keepSign(List<Bound> bounds, long moved, long gained) {
        if (moved > 0) {
            bounds.add(Bound.atLeast(moved - gained));
        } else if (moved < 0) {
            bounds.add(Bound.atMost(moved - gained));
            if (moved >= DEEPEST_BOUND) {
                bounds.add(Bound.atLeast(4 * moved - gained));
            }
        }
    }

    /**
     * The reverse of a split.
     *
     * @param kept the lower shard, which gets what the upper holds
     * @param pinned the limits, as bits, of which the upper must hold, and have counted, exactly what was seen; it goes
     */
    public record Merge(BucketUpdate kept, int pinned) {}

    /**
     * Plans the reverse of a split.
     *
     * @param low a shard
     * @param high the shard that was split from it last: {@code n / 2} above it, with the same count {@code n}
     * @param now one reading of the clock
     * @return the plan
     * @throws IllegalArgumentException if the two are no {@link #pair}
     */
    public static Merge merge(BucketImage low, BucketImage high, long now) {
        if (!pair(low, high)) {
            throw new IllegalArgumentException("shard " + low.shard() + " of " + low.shardCount() + " with "
                    + low.layout() + " and " + high.shard() + " of " + high.shardCount() + " with " + high.layout()
                    + " are no pair");
        }
        Gains lower = Gains.of(low, low.rates(), now, null);
        Gains upper = Gains.of(high, high.rates(), now, null);
        int pinned = 0;
        List<LimitUpdate> kept = new ArrayList<>(low.layout().size());
        for (int i = 0; i < low.layout().size(); i++) {
            Accrual mine = lower.refilled(low, i, low.rates().cap(i), 0);
            if (i == low.layout().wcu()) {
                kept.add(kept(i, mine, 0, bounds(mine), mine.remainder(), 0));
                continue;
            }
            pinned |= 1 << i;
            Accrual other = upper.refilled(high, i, high.rates().cap(i), 0);
            long left = mine.remainder() + other.remainder();
            long period = low.rates().rp(i);
            long moved = other.balance(high.tk()[i]) + left / period;
            kept.add(kept(i, mine, moved, bounds(mine), left % period, high.tc()[i]));
        }
        return new Merge(
                new BucketUpdate(
                        kept,
                        Math.max(lower.stamp(), upper.stamp()),
                        low.shardCount() / 2,
                        Plan.NO_END,
                        later(low.takenBackAfter(now), high.takenBackAfter(now))),
                pinned);
    }

    /** Of two halves that are made one, what leaves out more holds for both: less is refilled, and never more. */
    private static @Nullable TakenBack later(@Nullable TakenBack a, @Nullable TakenBack b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return new TakenBack(Math.min(a.longest(), b.longest()), Math.max(a.millis(), b.millis()));
    }

    /**
     * Whether two shards can be merged: the upper was split from the lower last, and both have the same limits.
     *
     * @param low a shard
     * @param high another
     * @return false if others are to be merged first, or a change of the limits has reached one of them only
     */
    public static boolean pair(BucketImage low, BucketImage high) {
        return low.shardCount() >= 2
                && low.shardCount() == high.shardCount()
                && high.shard() == low.shard() + low.shardCount() / 2
                && low.layout().sameNames(high.layout())
                && low.stored().same(high.stored());
    }

    /**
     * Plans a gift: a shard refills first, and gets tokens then. Whoever takes meanwhile only makes room; whoever gives
     * back so much that the gift would lift a limit above its ceiling makes the write be refused.
     *
     * @param image the shard as last seen
     * @param amounts what each limit gets, in millitokens in the order of the layout; at most what was missing when it
     *     was seen
     * @param now one reading of the clock
     * @return the plan
     */
    public static BucketUpdate give(BucketImage image, long[] amounts, long now) {
        Gains gains = Gains.of(image, image.rates(), now, null);
        List<LimitUpdate> kept = new ArrayList<>(amounts.length);
        for (int i = 0; i < amounts.length; i++) {
            Accrual accrual = gains.refilled(image, i, image.rates().cap(i), 0);
            List<Bound> bounds = bounds(accrual);
            long remainder = accrual.remainder();
            if (amounts[i] > 0) {
                bounds.add(Bound.atMost(accrual.turn() - amounts[i]));
                boolean filled = amounts[i] == accrual.ceiling() - accrual.balance(image.tk()[i]);
                remainder = filled ? 0 : remainder;
            }
            kept.add(kept(i, accrual, amounts[i], bounds, remainder, 0));
        }
        // Strictly forward, so that the same gift is refused the second time, whichever way it comes again.
        long stamp = image.damagedStamp(now) ? now : Math.max(now, image.rf() + 1);
        return new BucketUpdate(kept, stamp, image.shardCount(), Plan.KEEP, image.takenBackAfter(now));
    }

    /** Which form of the accrual holds. Strictly below: a limit that was filled up meanwhile keeps no remainder. */
    private static List<Bound> bounds(Accrual accrual) {
        List<Bound> bounds = new ArrayList<>();
        bounds.add(accrual.full() ? Bound.atLeast(accrual.turn()) : Bound.below(accrual.turn()));
        return bounds;
    }

    private static LimitUpdate kept(
            int i, Accrual accrual, long moved, List<Bound> bounds, long remainder, long consumed) {
        return new LimitUpdate.Kept(
                i, accrual.full(), accrual.change(moved), bounds, Plan.NO_FLOOR, remainder, consumed, null);
    }
}
