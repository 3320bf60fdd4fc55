package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the numbers of the limits lie in items of one layout: looked up once, read from each item. Immutable. */
final class LimitSlots {

    private static final int BALANCE = 0;
    private static final int CAPACITY = 1;
    private static final int AMOUNT = 2;
    private static final int PERIOD = 3;
    private static final int REMAINDER = 4;
    private static final int COUNTER = 5;
    private static final int BURST = 6;
    private static final int FIELDS = 7;

    private final LimitAttributes[] attributes;

    /** Field by field, limit by limit; a negative one is not there. */
    private final int[] slots;

    private final long[] noRemainders;

    LimitSlots(ItemLayout items, List<String> names) {
        attributes = new LimitAttributes[names.size()];
        slots = new int[names.size() * FIELDS];
        for (int i = 0; i < attributes.length; i++) {
            LimitAttributes a = new LimitAttributes(names.get(i));
            attributes[i] = a;
            List<String> fields = List.of(a.tk, a.cp, a.ra, a.rp, a.rm, a.tc, a.bx);
            for (int field = 0; field < FIELDS; field++) {
                slots[i * FIELDS + field] = items.wholeSlot(fields.get(field));
            }
        }
        noRemainders = new long[names.size()];
        Arrays.fill(noRemainders, BucketImage.NO_REMAINDER);
    }

    private int slot(int i, int field) {
        return slots[i * FIELDS + field];
    }

    private int[] all(int field) {
        int[] found = new int[attributes.length];
        Arrays.setAll(found, i -> slot(i, field));
        return found;
    }

    LimitAttributes attributes(int i) {
        return attributes[i];
    }

    boolean hasRemainder(int i) {
        return slot(i, REMAINDER) >= 0;
    }

    boolean hasCounter(int i) {
        return slot(i, COUNTER) >= 0;
    }

    boolean hasBurst(int i) {
        return slot(i, BURST) >= 0;
    }

    /** The slots of the balances. */
    int[] balances() {
        return all(BALANCE);
    }

    /** The slots of the counters of consumption. */
    int[] counters() {
        return all(COUNTER);
    }

    long[] balances(Item item) {
        long[] tk = new long[attributes.length];
        for (int i = 0; i < tk.length; i++) {
            tk[i] = item.wholeAt(slot(i, BALANCE));
        }
        return tk;
    }

    long[] counters(Item item) {
        long[] tc = new long[attributes.length];
        for (int i = 0; i < tc.length; i++) {
            int slot = slot(i, COUNTER);
            tc[i] = slot >= 0 ? item.wholeAt(slot) : 0;
        }
        return tc;
    }

    /**
     * The numbers of the limits.
     *
     * @throws DamagedBucketException if one is out of range
     */
    Rates rates(Item item) {
        int size = attributes.length;
        long[] cap = new long[size];
        long[] ra = new long[size];
        long[] rp = new long[size];
        for (int i = 0; i < size; i++) {
            cap[i] = item.wholeAt(ceiling(i));
            ra[i] = item.wholeAt(slot(i, AMOUNT));
            rp[i] = item.wholeAt(slot(i, PERIOD));
            if (ra[i] == 0 && rp[i] > 0 && cap[i] >= 0) {
                throw DamagedBucketException.ofForeign(item.key(), ForeignKinds.quota(attributes[i].limit));
            } else if (ra[i] < 1 || rp[i] < 1 || cap[i] < 0) {
                throw new DamagedBucketException(
                        item.key(), attributes[i].ra, "or one of its siblings is out of range");
            }
        }
        return new Rates(cap, ra, rp);
    }

    boolean sameRates(Item item, Rates rates) {
        for (int i = 0; i < attributes.length; i++) {
            if (item.wholeAt(ceiling(i)) != rates.cap(i)
                    || item.wholeAt(slot(i, AMOUNT)) != rates.ra(i)
                    || item.wholeAt(slot(i, PERIOD)) != rates.rp(i)) {
                return false;
            }
        }
        return true;
    }

    /** An item of before 0.10 may carry a burst of its own: that is its ceiling. */
    private int ceiling(int i) {
        return hasBurst(i) ? slot(i, BURST) : slot(i, CAPACITY);
    }

    /** The remainders; the very array of before if none has changed. */
    long[] remainders(Item item, long @Nullable [] before) {
        long[] known = before == null ? noRemainders : before;
        long[] rm = known;
        for (int i = 0; i < attributes.length; i++) {
            int slot = slot(i, REMAINDER);
            long remainder = slot >= 0 ? item.wholeAt(slot) : BucketImage.NO_REMAINDER;
            if (rm[i] != remainder) {
                rm = rm == known ? known.clone() : rm;
                rm[i] = remainder;
            }
        }
        return rm;
    }
}
