package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.StandingMove;
import dev.zaelimiter.store.Item;
import java.util.Arrays;
import java.util.BitSet;

/**
 * Where the numbers of a bucket lie that each write changes: its balances, its counters of consumption and its
 * {@code wid}. A look at those alone spares the most frequent write, a move of tokens, the decoding of its answer.
 * Immutable.
 */
public final class BalanceSlots {

    private final int[] balances;
    private final int[] counters;
    private final int[] others;
    private final int stamp;

    /** Takes slots of whole numbers; a negative one is not there. */
    BalanceSlots(int wholeCount, int[] balances, int[] counters, int stamp, int wid) {
        this.balances = balances;
        this.counters = there(counters);
        this.stamp = stamp;
        BitSet changing = new BitSet(wholeCount);
        for (int slot : balances) {
            changing.set(slot);
        }
        for (int slot : this.counters) {
            changing.set(slot);
        }
        if (wid >= 0) {
            changing.set(wid);
        }
        BitSet rest = new BitSet(wholeCount);
        rest.set(0, wholeCount);
        rest.andNot(changing);
        this.others = rest.stream().toArray();
    }

    private static int[] there(int[] slots) {
        return Arrays.stream(slots).filter(slot -> slot >= 0).toArray();
    }

    /**
     * Whether two items of this schema say the same of their bucket, but for balances, counters and {@code wid}.
     *
     * @param a an item
     * @param b another, of the same layout
     * @return true if decoding the one tells all but that of the other
     */
    public boolean alike(Item a, Item b) {
        for (int slot : others) {
            if (a.wholeAt(slot) != b.wholeAt(slot)) {
                return false;
            }
        }
        return a.sameButWholes(b);
    }

    /**
     * What all writes so far have added up to: each adds to some counter, or moves the stamp.
     *
     * @param item an item of this schema
     * @return a sum of no further meaning
     */
    public long total(Item item) {
        long total = item.wholeAt(stamp);
        for (int slot : counters) {
            total += item.wholeAt(slot);
        }
        return total;
    }

    /**
     * Whether a move stands on an item that is {@link #alike} the one it was planned on.
     *
     * @param move the move
     * @param item an item of this schema
     * @return true if planning again would give this move
     */
    public boolean covers(StandingMove move, Item item) {
        for (int i = 0; i < balances.length; i++) {
            if (!move.covers(i, item.wholeAt(balances[i]))) {
                return false;
            }
        }
        return true;
    }
}
