package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.bucket.TakenBack;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a bucket lies in an item, for one layout of attributes: looked up once, used for each image. Immutable.
 *
 * <p>A limit has a balance, a capacity, a refill amount and a period. One that lacks a number, or has something else in its
 * place, was damaged by hand, and the bucket is not read: to take the limit for absent would seed it anew, and full.
 */
public final class BucketSchema {

    static final String RESOURCE = "resource";
    static final String STAMP = "rf";
    static final String SHARD_COUNT = "shard_count";
    static final String TTL = Item.TTL;
    /** The attribute that holds the id of the last set of demands. */
    public static final String WID = "wid";

    static final String CASCADE = "cascade";
    static final String PARENT = "parent_id";
    static final String ENTITY = "entity_id";
    /** The id of the last write that changed which limits there are, or their numbers; none before the first. */
    static final String LIMITS_CHANGED = "lv";

    /** How long a gap is believed, and how much time must not be refilled a second time; see {@link TakenBack}. */
    static final String LONGEST_GAP = "rfg";

    static final String TAKEN_BACK_MILLIS = "rfm";

    private static final AttributeValue TRUE = AttributeValue.of(true);

    private final ItemLayout items;
    private final BucketLayout layout;
    private final LimitAttributes[] attributes;
    private final int[] slots;
    private final int stamp;
    private final int shardCount;
    private final int ttl;
    private final int wid;
    private final int longestGap;
    private final int takenBackMillis;
    private final int cascade;
    private final int parent;
    private final int entity;
    private final long[] noRemainders;
    private final int limits;

    /** A number of a limit that is missing, or no whole number; then nothing is read. */
    private final @Nullable String notWhole;

    private final BalanceSlots balances;
    private final BucketShapes shapes = new BucketShapes();

    private BucketSchema(ItemLayout items) {
        this.items = items;
        Set<String> speaksOf = new TreeSet<>();
        for (int i = 0; i < items.size(); i++) {
            LimitAttributes.limitOf(items.name(i)).ifPresent(speaksOf::add);
        }
        List<String> names = new ArrayList<>(speaksOf);
        notWhole = names.stream()
                .map(LimitAttributes::new)
                .flatMap(LimitAttributes::needed)
                .filter(attribute -> items.wholeSlot(attribute) < 0)
                .findFirst()
                .orElse(null);
        if (notWhole != null) {
            names.clear();
        }
        limits = names.size();
        if (limits > BucketLayout.MAX_LIMITS) {
            names.clear();
        }
        layout = new BucketLayout(names.toArray(String[]::new));
        attributes = new LimitAttributes[names.size()];
        slots = new int[names.size() * FIELDS];
        for (int i = 0; i < attributes.length; i++) {
            LimitAttributes a = new LimitAttributes(names.get(i));
            attributes[i] = a;
            slots[i * FIELDS] = items.wholeSlot(a.tk);
            slots[i * FIELDS + 1] = items.wholeSlot(a.cp);
            slots[i * FIELDS + 2] = items.wholeSlot(a.ra);
            slots[i * FIELDS + 3] = items.wholeSlot(a.rp);
            slots[i * FIELDS + 4] = items.wholeSlot(a.rm);
            slots[i * FIELDS + 5] = items.wholeSlot(a.tc);
            slots[i * FIELDS + 6] = items.wholeSlot(a.bx);
        }
        stamp = items.wholeSlot(STAMP);
        shardCount = items.wholeSlot(SHARD_COUNT);
        ttl = items.wholeSlot(TTL);
        wid = items.wholeSlot(WID);
        longestGap = items.wholeSlot(LONGEST_GAP);
        takenBackMillis = items.wholeSlot(TAKEN_BACK_MILLIS);
        cascade = items.otherSlot(CASCADE);
        parent = items.otherSlot(PARENT);
        entity = items.otherSlot(ENTITY);
        noRemainders = new long[names.size()];
        Arrays.fill(noRemainders, BucketImage.NO_REMAINDER);
        balances = new BalanceSlots(items.wholeCount(), slots(0), slots(5), stamp, wid);
    }

    private int[] slots(int field) {
        int[] found = new int[attributes.length];
        Arrays.setAll(found, i -> slots[i * FIELDS + field]);
        return found;
    }

    private static final int FIELDS = 7;
    private static final String NOT_WHOLE = "is not a whole number";

    /**
     * Looks up how buckets lie in items of a layout.
     *
     * @param items the items' layout
     * @return the schema
     */
    public static BucketSchema of(ItemLayout items) {
        return new BucketSchema(items);
    }

    /**
     * Reads a bucket.
     *
     * @param item an item of this schema's layout
     * @return the image
     * @throws DamagedBucketException if the item can't be understood
     */
    public BucketImage decode(Item item) {
        return decode(item, null);
    }

    /**
     * Reads a bucket, and shares with an earlier image what has not changed.
     *
     * @param item an item of this schema's layout
     * @param before an image of the same schema, or null
     * @return the image
     * @throws DamagedBucketException if the item can't be understood
     */
    @SuppressWarnings("ReferenceEquality") // images share what did not change
    public BucketImage decode(Item item, @Nullable BucketImage before) {
        if (stamp < 0 || shardCount < 0) {
            throw new DamagedBucketException(item.key(), stamp < 0 ? STAMP : SHARD_COUNT, NOT_WHOLE);
        }
        if (notWhole != null) {
            throw new DamagedBucketException(item.key(), notWhole, NOT_WHOLE);
        }
        if (limits > BucketLayout.MAX_LIMITS) {
            throw new DamagedBucketException(
                    item.key(), "b_*", "speaks of " + limits + " limits, at most " + BucketLayout.MAX_LIMITS + " fit");
        }
        int size = layout.size();
        long[] tk = new long[size];
        long[] tc = new long[size];
        for (int i = 0; i < size; i++) {
            int at = i * FIELDS;
            tk[i] = item.wholeAt(slots[at]);
            tc[i] = slots[at + 5] >= 0 ? item.wholeAt(slots[at + 5]) : 0;
        }
        long count = item.wholeAt(shardCount);
        if (count < 1 || count > Shares.MAX) {
            throw new DamagedBucketException(item.key(), SHARD_COUNT, "is " + count + ", not 1 to " + Shares.MAX);
        }
        Rates stored = before != null && sameRates(item, before.stored()) ? before.stored() : rates(item);
        int shard = count <= 1 ? 0 : Keys.shard(item.key());
        return new BucketImage(
                layout,
                tk,
                before != null && stored == before.stored() && count == before.shardCount() && shard == before.shard()
                        ? before.rates()
                        : Shares.of(layout, stored, count, shard),
                remainders(item, before == null ? noRemainders : before.rm()),
                tc,
                item.wholeAt(stamp),
                count,
                ttl < 0 ? 0 : item.wholeAt(ttl),
                wid < 0 ? 0 : item.wholeAt(wid),
                cascade >= 0 && TRUE.equals(item.otherAt(cascade)) && !ownParent(item),
                parent >= 0 && item.otherAt(parent) instanceof AttributeValue.Text text ? text.value() : null,
                stored,
                shard,
                takenBack(item));
    }

    private @Nullable TakenBack takenBack(Item item) {
        long millis = longestGap < 0 || takenBackMillis < 0 ? 0 : item.wholeAt(takenBackMillis);
        return millis <= 0 ? null : new TakenBack(item.wholeAt(longestGap), millis);
    }

    private Rates rates(Item item) {
        int size = layout.size();
        long[] cap = new long[size];
        long[] ra = new long[size];
        long[] rp = new long[size];
        for (int i = 0; i < size; i++) {
            int at = i * FIELDS;
            cap[i] = item.wholeAt(ceilingSlot(at));
            ra[i] = item.wholeAt(slots[at + 2]);
            rp[i] = item.wholeAt(slots[at + 3]);
            if (ra[i] < 1 || rp[i] < 1 || cap[i] < 0) {
                throw new DamagedBucketException(
                        item.key(), attributes[i].ra, "or one of its siblings is out of range");
            }
        }
        return new Rates(cap, ra, rp);
    }

    /** Other systems store that. Charging it twice would halve its limits. */
    private boolean ownParent(Item item) {
        return parent >= 0 && entity >= 0 && Objects.equals(item.otherAt(parent), item.otherAt(entity));
    }

    /** An item of before 0.10 may carry a burst of its own: that is its ceiling. */
    private int ceilingSlot(int at) {
        return slots[at + 6] >= 0 ? slots[at + 6] : slots[at + 1];
    }

    private boolean sameRates(Item item, Rates rates) {
        for (int i = 0; i < layout.size(); i++) {
            int at = i * FIELDS;
            if (item.wholeAt(ceilingSlot(at)) != rates.cap(i)
                    || item.wholeAt(slots[at + 2]) != rates.ra(i)
                    || item.wholeAt(slots[at + 3]) != rates.rp(i)) {
                return false;
            }
        }
        return true;
    }

    /** The remainders; the very array of before if none has changed. */
    private long[] remainders(Item item, long[] before) {
        long[] rm = before;
        for (int i = 0; i < layout.size(); i++) {
            int slot = slots[i * FIELDS + 4];
            long remainder = slot >= 0 ? item.wholeAt(slot) : BucketImage.NO_REMAINDER;
            if (rm[i] != remainder) {
                rm = rm == before ? before.clone() : rm;
                rm[i] = remainder;
            }
        }
        return rm;
    }

    /**
     * The items' layout.
     *
     * @return what this schema was made for
     */
    public ItemLayout items() {
        return items;
    }

    /**
     * The limits.
     *
     * @return in order of their names
     */
    public BucketLayout layout() {
        return layout;
    }

    /**
     * Where the numbers lie that each write changes.
     *
     * @return to be used with buckets that {@link #decode} has accepted once
     */
    public BalanceSlots balances() {
        return balances;
    }

    LimitAttributes attributes(int i) {
        return attributes[i];
    }

    boolean hasRemainder(int i) {
        return slots[i * FIELDS + 4] >= 0;
    }

    boolean hasCounter(int i) {
        return slots[i * FIELDS + 5] >= 0;
    }

    boolean hasBurst(int i) {
        return slots[i * FIELDS + 6] >= 0;
    }

    BucketShapes shapes() {
        return shapes;
    }
}
