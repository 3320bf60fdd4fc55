package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.ForeignWriteEstimator;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.ItemSize;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.internal.schema.MissingShards;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.PackedItem;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one pipeline has learned of its bucket from one look after the other, and who else writes to it. Belongs to the
 * one who works the pipeline; the last look is published for all ({@link PublishedLook}).
 */
@SuppressWarnings("ReferenceEquality") // images share what did not change, and a look at that tells it immediately
final class BucketState extends PublishedLook {

    /** The write changed which counters there are, so that nothing can be learned of others. */
    static final long UNKNOWN_FOOTPRINT = Long.MIN_VALUE;

    private final ForeignWriteEstimator estimator = new ForeignWriteEstimator();
    private final EarlyEnds ends;
    private final DebtQueue debts;

    private boolean vanished;
    /**
     * Tells which of several entities of this id the bucket belonged to, when it was last seen; null if it named none.
     */
    private @Nullable String incarnation;

    /** Neither the first shard nor one of those that are looked for was there, in one read. */
    private boolean alone;

    /** How many such entities it was seen to belong to, one after the other. */
    private int owners;

    private long limitsVersion;
    /** Of the counters and the stamp of the last look, to tell what others add. */
    private long total;

    private double roundTripMillis;
    private int writeUnits = 1;

    /** Of the bucket whose tokens some owe. */
    BucketState(Engine engine, DebtQueue debts) {
        super(engine);
        this.debts = debts;
        this.ends = new EarlyEnds(engine.expiry());
    }

    /**
     * Grows whenever the bucket is seen with other limits than before, with limits that are stored and came with a call
     * until then, or with another parent.
     */
    long limitsVersion() {
        return limitsVersion;
    }

    boolean shared(long nowNanos) {
        return estimator.shared(nowNanos / 1_000_000);
    }

    double othersPerMilli() {
        return estimator.perMilli();
    }

    /** How many refills of others to expect in a millisecond, as the bucket was last seen. */
    double refillsPerMilli() {
        BucketImage image = snapshot().image();
        return image == null ? 0 : estimator.refillsPerMilli(image.rf());
    }

    /**
     * A write was refused that counted on others to have moved the stamp.
     *
     * @param stampFloor what it counted on
     */
    void countedOnOthers(long stampFloor) {
        BucketImage image = snapshot().image();
        if (image != null && image.rf() < stampFloor) {
            estimator.left(image.rf());
        }
    }

    /** What a write of this bucket costs. */
    int writeUnits() {
        return writeUnits;
    }

    long roundTripMillis() {
        return Math.round(roundTripMillis);
    }

    long roundTripNanos() {
        return (long) (roundTripMillis * 1e6);
    }

    void tookRoundTrip(long nanos) {
        double millis = nanos / 1e6;
        roundTripMillis = roundTripMillis == 0 ? millis : roundTripMillis + 0.1 * (millis - roundTripMillis);
    }

    void record(Lineage lineage) {
        publish(background().recorded(lineage));
        vanished = false;
    }

    /**
     * The shards that are looked for before the bucket is made as one of its own, by all that was seen of it so far.
     */
    List<Integer> shardsToLookFor() {
        Background.Told told = told();
        return MissingShards.toLookFor(Math.max(background().finest(), told == null ? 1 : told.count()));
    }

    /** Neither the first shard nor one of those that are looked for is there. */
    void seesNoOther() {
        alone = true;
    }

    /** Whether that was so when the bucket was last looked at. */
    boolean sawNoOther() {
        return alone;
    }

    /** Whether the bucket was there, and was found not to be, since the record was last read. */
    boolean vanished() {
        return vanished;
    }

    /**
     * Takes in an image.
     *
     * @param item the bucket now, or null if there is none
     * @param footprint what this process itself has added to the bucket's counters and stamp since the last look, or
     *     {@link #UNKNOWN_FOOTPRINT}
     * @param now when it was seen, monotonic
     * @param wallMillis the same in milliseconds since the epoch
     */
    void see(@Nullable Item item, long footprint, long now, long wallMillis) {
        alone = false;
        BucketSnapshot last = seen();
        if (item == null) {
            debts.seenIn(0);
            publish(new BucketSnapshot(null, null, null, null, wallMillis, now, withoutBucket(last)));
            return;
        }
        ends.seen();
        noteOwner(item);
        Item before = last == null ? null : last.item();
        BucketSchema schema = schemaOf(item, last);
        BucketImage basis = last == null ? null : last.basis();
        BucketImage image = null;
        long version = limitsVersion;
        Background background = background().seen(true);
        if (last == null
                || basis == null
                || before == null
                || last.schema() != schema
                || !schema.balances().alike(before, item)) {
            image = decode(item, schema, last);
            basis = image;
            debts.seenIn(image.shardCount());
            background =
                    background.finest(image.shardCount() <= 1 ? 1 : Math.max(background.finest(), image.shardCount()));
        }
        noteOthers(before, item, image, schema.balances().total(item), footprint, now);
        BucketSnapshot next = new BucketSnapshot(item, schema, basis, image, wallMillis, now, background);
        publish(last == null || limitsVersion != version ? next : next.after(last));
    }

    /** There is no bucket. */
    private Background withoutBucket(@Nullable BucketSnapshot last) {
        Background known = background();
        Background.Told told = known.told();
        // Who told of other shards is not asked again: the first one was read, and knows nothing of them.
        Background background = known.seen(true).finest(Math.max(known.finest(), told == null ? 1 : told.count()));
        Item before = last == null ? null : last.item();
        limitsVersion += last == null || before != null ? 1 : 0;
        if (last == null || before == null) {
            return background;
        }
        ends.gone(last.image(), engine.environment().wallMillis());
        vanished = true;
        // Whether its entity has a parent by now is not known.
        return background.recorded(null);
    }

    private void noteOwner(Item item) {
        String owner = item.text(EntityItems.INCARNATION);
        if (owner != null) {
            owners += isAnothers(owner) ? 1 : 0;
            incarnation = owner;
        }
    }

    private BucketSchema schemaOf(Item item, @Nullable BucketSnapshot last) {
        BucketSchema known = last == null ? null : last.schema();
        return known != null && known.items().equals(item.layout()) ? known : engine.schema(item.layout());
    }

    /** Reads all of it, since more may have changed than its balances. */
    private BucketImage decode(Item item, BucketSchema schema, @Nullable BucketSnapshot last) {
        Item before = last == null ? null : last.item();
        BucketImage basis = last == null ? null : last.basis();
        boolean sameSchema = last != null && last.schema() == schema;
        writeUnits = sameSchema ? writeUnits : ItemSize.writeUnits(item);
        BucketImage image = schema.decode(item, sameSchema ? basis : null);
        boolean same = basis != null
                && before != null
                && image.sameLimits(basis)
                && KeptNames.sameCallLimits(before, item)
                && EntityItems.tellTheSame(before, item);
        limitsVersion += same ? 0 : 1;
        return image;
    }

    /** Whether others have written since the last look, and whether one of them is the Python system. */
    private void noteOthers(
            @Nullable Item before, Item item, @Nullable BucketImage image, long counted, long footprint, long now) {
        boolean moved = false;
        if (before != null && footprint != UNKNOWN_FOOTPRINT) {
            moved = counted != total + footprint;
            estimator.look(moved, now / 1_000_000);
        }
        if (image != null && image.wid() == 0) {
            engine.python().sawBucket();
        } else if (moved && sameWid(before, item)) {
            engine.python().sawForeignWrite();
        }
        total = counted;
    }

    /**
     * Which of several entities of this id, one after the other, the bucket belongs to: the number changes with each
     * that was deleted.
     */
    int owner() {
        BucketSnapshot last = seen();
        Lineage record = recorded();
        if (last != null && last.item() == null && incarnation != null && record != null) {
            owners += incarnation.equals(record.incarnation()) ? 0 : 1;
            incarnation = record.incarnation();
        }
        return owners;
    }

    /**
     * Whether the bucket is known to belong to another entity of the id.
     *
     * @param owner which one, by the bucket that gave something; null if that named none
     */
    boolean isAnothers(@Nullable String owner) {
        return owner != null && incarnation != null && !incarnation.equals(owner);
    }

    private static boolean sameWid(@Nullable Item before, Item item) {
        return before != null && before.whole(BucketSchema.WID, 0) == item.whole(BucketSchema.WID, 0);
    }

    /** What was seen last is what this process has just made. */
    void made() {
        ends.made();
    }

    @Override
    public String toString() {
        return Objects.toString(snapshot().image());
    }

    /** Notes all of it. What is stored for the bucket is found where it is cached. */
    void keep(ColdBucket cold, Site site) {
        BucketSnapshot last = snapshot();
        Background known = last.background();
        Item item = last.item();
        cold.item = item == null ? null : PackedItem.of(item, site.key());
        cold.wallMillis = last.wallMillis();
        cold.atNanos = last.atNanos();
        cold.flag(ColdBucket.SEEN, known.seen());
        cold.limitsMark = known.limitsMark();
        cold.recorded = known.recorded();
        if (known.finest() != 1 || known.told() != null || known.avoided() != null) {
            cold.rare().finest = known.finest();
            cold.rare().told = known.told();
            cold.rare().avoided = known.avoided();
        }
        cold.lookedMillis = estimator.lastLookMillis();
        if (estimator.perMilli() != 0) {
            cold.rare().estimator = estimator;
        }
        ends.keep(cold);
        if (incarnation != null && (item == null || !incarnation.equals(item.text(EntityItems.INCARNATION)))) {
            cold.incarnation = incarnation;
        }
        cold.flag(ColdBucket.VANISHED, vanished);
        cold.flag(ColdBucket.ALONE, alone);
        cold.roundTripMillis = roundTripMillis;
        cold.writeUnits = writeUnits;
    }

    /** Goes on from there. */
    void goOn(ColdBucket cold, Site site) {
        ColdBucket.Rare rare = cold.anyRare();
        PackedItem packed = cold.item;
        Item item = packed == null ? null : packed.unpack(site.key());
        BucketSchema schema = item == null ? null : engine.schema(item.layout());
        BucketImage image = item == null || schema == null ? null : schema.decode(item);
        Background known = new Background(
                cold.is(ColdBucket.SEEN),
                null,
                cold.limitsMark,
                null,
                cold.recorded,
                rare == null ? 1 : rare.finest,
                rare == null ? null : rare.told,
                rare == null ? null : rare.avoided);
        publish(new BucketSnapshot(item, schema, image, image, cold.wallMillis, cold.atNanos, known));
        total = item == null || schema == null ? 0 : schema.balances().total(item);
        estimator.goOn(cold.lookedMillis, rare == null ? null : rare.estimator);
        ends.goOn(cold);
        String owner = item == null ? null : item.text(EntityItems.INCARNATION);
        incarnation = cold.incarnation == null ? owner : cold.incarnation;
        vanished = cold.is(ColdBucket.VANISHED);
        alone = cold.is(ColdBucket.ALONE);
        roundTripMillis = cold.roundTripMillis;
        writeUnits = cold.writeUnits;
    }
}
