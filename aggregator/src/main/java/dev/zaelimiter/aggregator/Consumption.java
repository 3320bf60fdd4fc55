package dev.zaelimiter.aggregator;

import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads from the images before and after a change what was consumed of each limit: the difference of its counter. Pure.
 *
 * <ul>
 *   <li>A bucket, or a limit of it, that was not there before had counted nothing.
 *   <li>A counter that comes near the end of its range is set back by a fixed amount ({@link Counters#TURN}); of the
 *       two readings of such a difference the smaller is the true one.
 *   <li>A counter beyond that range, which others may write, and that is small afterwards, began anew.
 *   <li>Two shards that are made one are no consumption, though the one's counter moves to the other: then the shard
 *       count goes down, which no other change does.
 *   <li>What goes away takes nothing with it.
 * </ul>
 */
final class Consumption {

    private static final BigInteger TURN = BigInteger.valueOf(Counters.TURN);

    private Consumption() {}

    /**
     * What a change of a bucket's shard consumed.
     *
     * @param change any change of a bucket
     * @param layout of the image after it
     * @return null if nothing
     * @throws CounterLayout.DamagedCounterException if a counter says nothing
     */
    @SuppressWarnings("ReferenceEquality") // a layout is one object, and this is asked for each change
    static @Nullable Contribution of(ChangeRecord change, Item after, CounterLayout layout) {
        Item before = change.before();
        if (before != null && isMerge(before, after, layout)) {
            return null;
        }
        int size = layout.limits.length;
        long[] consumed = new long[size];
        long overdrawn = 0;
        boolean any = false;
        boolean sameLayout = before != null && before.layout() == layout.items;
        for (int i = 0; i < size; i++) {
            consumed[i] = consumed(before, after, layout, i, sameLayout);
            if (consumed[i] != 0) {
                any = true;
                boolean inDebt = layout.balances[i] >= 0 && after.wholeAt(layout.balances[i]) < 0;
                overdrawn |= layout.soft[i] && inDebt && consumed[i] > 0 ? 1L << i : 0;
            }
        }
        return any
                ? new Contribution(
                        change.sequence(),
                        change.atMillis(),
                        layout,
                        consumed,
                        layout.bypass && isBypassed(before, after, layout, consumed),
                        overdrawn)
                : null;
    }

    private static boolean isMerge(Item before, Item after, CounterLayout layout) {
        return layout.shardCount >= 0 && after.wholeAt(layout.shardCount) < before.whole("shard_count", Long.MIN_VALUE);
    }

    private static long consumed(@Nullable Item before, Item after, CounterLayout layout, int i, boolean sameLayout) {
        int now = layout.counters[i];
        int then = before == null
                ? CounterLayout.ABSENT
                : sameLayout ? now : CounterLayout.slotIn(before.layout(), layout.limits[i]);
        if (now >= 0 && then >= 0 && before != null) {
            return difference(before.wholeAt(then), after.wholeAt(now), layout.limits[i]);
        }
        if (now >= 0 && before == null) {
            return after.wholeAt(now);
        }
        return rare(before, after, layout.limits[i]);
    }

    private static long difference(long before, long after, String limit) {
        long difference = after - before;
        if (((after ^ before) & (after ^ difference)) < 0) {
            return rare(BigInteger.valueOf(before), BigInteger.valueOf(after), limit);
        }
        return difference < -(Counters.TURN >> 1) ? difference + Counters.TURN : difference;
    }

    private static long rare(@Nullable Item before, Item after, String limit) {
        BigInteger now = CounterLayout.wide(after, limit);
        BigInteger then = before == null ? null : CounterLayout.wide(before, limit);
        return now == null ? 0 : rare(then == null ? BigInteger.ZERO : then, now, limit);
    }

    /** Counters outside the range of a number. */
    private static long rare(BigInteger before, BigInteger after, String limit) {
        BigInteger straight = after.subtract(before);
        BigInteger turned = straight.add(TURN);
        BigInteger nearer = straight.abs().compareTo(turned.abs()) <= 0 ? straight : turned;
        BigInteger consumed = nearer.abs().compareTo(TURN) < 0 ? nearer : after;
        if (consumed.bitLength() > 62) {
            throw new CounterLayout.DamagedCounterException(
                    "the counter of limit " + limit + " went from " + before + " to " + after);
        }
        return consumed.longValue();
    }

    /** A take that is bypassed counts, and leaves balance and stamp alone; a new bucket starts as full as it can be. */
    private static boolean isBypassed(@Nullable Item before, Item after, CounterLayout layout, long[] consumed) {
        if (before != null && (layout.stamp < 0 || before.whole("rf", Long.MIN_VALUE) != after.wholeAt(layout.stamp))) {
            return false;
        }
        for (int i = 0; i < consumed.length; i++) {
            if (consumed[i] != 0) {
                long balance = layout.balances[i] < 0 ? 0 : after.wholeAt(layout.balances[i]);
                long untouched = untouched(before, after, layout, i);
                // What goes back raises a balance, unless it was taken past the limits.
                if (balance < untouched || (before != null && balance > untouched)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static long untouched(@Nullable Item before, Item after, CounterLayout layout, int i) {
        if (before == null) {
            long shards = layout.shardCount < 0 ? 1 : Math.max(1, after.wholeAt(layout.shardCount));
            return after.whole("b_" + layout.limits[i] + "_cp", 0) / shards;
        }
        ItemLayout items = before.layout();
        int slot = CounterLayout.balanceIn(items, layout.limits[i]);
        return slot < 0 ? Long.MAX_VALUE : before.wholeAt(slot);
    }
}
