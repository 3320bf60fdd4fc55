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
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * How a bucket lies in an item, for one layout of attributes: looked up once, used for each image. Immutable.
 *
 * <p>A limit has a balance, a capacity, a refill amount and a period. One that lacks a number, or has something else in
 * its place, was damaged by hand, and the bucket is not read: to take the limit for absent would seed it anew, and
 * full.
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
    /** When the record of the entity was made that a bucket goes by. */
    static final String GENERATION = "pgen";
    /** By which two entities of one id, one after the other, are told apart. */
    static final String INCARNATION = "pinc";
    /** The id of the last write that changed which limits there are, or their numbers; none before the first. */
    static final String LIMITS_CHANGED = "lv";

    /** How long a gap is believed, and how much time must not be refilled a second time; see {@link TakenBack}. */
    static final String LONGEST_GAP = "rfg";

    static final String TAKEN_BACK_MILLIS = "rfm";

    private static final AttributeValue TRUE = AttributeValue.of(true);

    private final ItemLayout items;
    private final BucketLayout layout;
    private final LimitSlots limits;
    private final int stamp;
    private final int shardCount;
    private final int ttl;
    private final int wid;
    private final int longestGap;
    private final int takenBackMillis;
    private final int cascade;
    private final int parent;
    private final int entity;
    private final int spokenOf;

    /** A number of a limit that is missing, or no whole number; then nothing is read. */
    private final @Nullable String notWhole;

    private final ForeignKinds foreign;
    private final BalanceSlots balances;
    private final @Nullable InPlaceNumbers inPlace;
    private final BucketShapes shapes = new BucketShapes();
    /**
     * The last image of all: most buckets of one layout have the same limits, whose numbers are kept once. Any will do.
     */
    private @Nullable BucketImage last;

    private BucketSchema(ItemLayout items) {
        this.items = items;
        Set<String> speaksOf = new TreeSet<>();
        for (int i = 0; i < items.size(); i++) {
            LimitAttributes.limitOf(items.name(i)).ifPresent(speaksOf::add);
        }
        List<String> names = new ArrayList<>(speaksOf);
        foreign = new ForeignKinds(items, List.copyOf(speaksOf));
        notWhole = names.stream()
                .map(LimitAttributes::new)
                .flatMap(LimitAttributes::needed)
                .filter(attribute -> items.wholeSlot(attribute) < 0)
                .findFirst()
                .orElse(null);
        if (notWhole != null) {
            names.clear();
        }
        spokenOf = names.size();
        if (spokenOf > BucketLayout.MAX_LIMITS) {
            names.clear();
        }
        layout = new BucketLayout(names.toArray(String[]::new));
        limits = new LimitSlots(items, names);
        stamp = items.wholeSlot(STAMP);
        shardCount = items.wholeSlot(SHARD_COUNT);
        ttl = items.wholeSlot(TTL);
        wid = items.wholeSlot(WID);
        longestGap = items.wholeSlot(LONGEST_GAP);
        takenBackMillis = items.wholeSlot(TAKEN_BACK_MILLIS);
        cascade = items.otherSlot(CASCADE);
        parent = items.otherSlot(PARENT);
        entity = items.otherSlot(ENTITY);
        balances = new BalanceSlots(items.wholeCount(), limits.balances(), limits.counters(), stamp, wid);
        inPlace = InPlaceNumbers.of(this);
    }

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
        requireLegal(item);
        long count = item.wholeAt(shardCount);
        BucketImage like = before == null ? last : before;
        Rates stored = like != null && limits.sameRates(item, like.stored()) ? like.stored() : limits.rates(item);
        int shard = count <= 1 ? 0 : Keys.shard(item.key());
        BucketImage image = new BucketImage(
                layout,
                limits.balances(item),
                like != null && stored == like.stored() && count == like.shardCount() && shard == like.shard()
                        ? like.rates()
                        : Shares.of(layout, stored, count, shard),
                limits.remainders(item, before == null ? null : before.rm()),
                limits.counters(item),
                item.wholeAt(stamp),
                count,
                ttl < 0 ? 0 : item.wholeAt(ttl),
                wid < 0 ? 0 : item.wholeAt(wid),
                cascade >= 0 && TRUE.equals(item.otherAt(cascade)) && !ownParent(item),
                parent >= 0 && item.otherAt(parent) instanceof AttributeValue.Text text ? text.value() : null,
                stored,
                shard,
                takenBack(item));
        last = before == null ? image : last;
        return image;
    }

    private void requireLegal(Item item) {
        String kind = foreign.in(item);
        if (kind != null) {
            throw DamagedBucketException.ofForeign(item.key(), kind);
        }
        if (stamp < 0 || shardCount < 0) {
            throw new DamagedBucketException(item.key(), stamp < 0 ? STAMP : SHARD_COUNT, NOT_WHOLE);
        }
        if (notWhole != null) {
            throw new DamagedBucketException(item.key(), notWhole, NOT_WHOLE);
        }
        if (spokenOf > BucketLayout.MAX_LIMITS) {
            throw new DamagedBucketException(
                    item.key(),
                    "b_*",
                    "speaks of " + spokenOf + " limits, at most " + BucketLayout.MAX_LIMITS + " fit");
        }
        long count = item.wholeAt(shardCount);
        if (count < 1 || count > Shares.MAX) {
            throw new DamagedBucketException(item.key(), SHARD_COUNT, "is " + count + ", not 1 to " + Shares.MAX);
        }
    }

    private @Nullable TakenBack takenBack(Item item) {
        long millis = longestGap < 0 || takenBackMillis < 0 ? 0 : item.wholeAt(takenBackMillis);
        return millis <= 0 ? null : new TakenBack(item.wholeAt(longestGap), millis);
    }

    /** Other systems store that. Charging it twice would halve its limits. */
    private boolean ownParent(Item item) {
        return parent >= 0 && entity >= 0 && Objects.equals(item.otherAt(parent), item.otherAt(entity));
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

    /**
     * The numbers that may be changed in place.
     *
     * @return null if the items lack one of them
     */
    public @Nullable InPlaceNumbers inPlace() {
        return inPlace;
    }

    LimitAttributes attributes(int i) {
        return limits.attributes(i);
    }

    boolean hasRemainder(int i) {
        return limits.hasRemainder(i);
    }

    boolean hasCounter(int i) {
        return limits.hasCounter(i);
    }

    boolean hasBurst(int i) {
        return limits.hasBurst(i);
    }

    BucketShapes shapes() {
        return shapes;
    }
}
