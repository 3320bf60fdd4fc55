package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/**
 * What this process knows of one bucket, or of one shard of it, at one moment: its last look, and what it knows
 * besides. Immutable. Made by the one who works the pipeline ({@link BucketState}), read by any thread; whoever keeps
 * one asks {@link Outlook} what it says.
 */
public final class BucketSnapshot {

    /** Nothing is known yet. */
    static final BucketSnapshot NOTHING = new BucketSnapshot(null, null, null, null, 0, 0, Background.NONE);

    private final @Nullable Item item;
    private final @Nullable BucketSchema schema;
    private final @Nullable BucketImage basis;
    private final long wallMillis;
    private final long atNanos;
    private final Background background;
    /** Made when asked for, by any thread: images are immutable, and two of one item are as good as one. */
    private @Nullable BucketImage image;
    /** Kept by any thread that has worked it out. */
    private @Nullable Charged charged;

    /**
     * Who else is charged, by this snapshot and by what had been heard of records until then.
     *
     * @param own whether it is the bucket's own word, which no later record contradicts
     */
    record Charged(long heard, @Nullable Lineage lineage, boolean own) {}

    /**
     * A look at a bucket.
     *
     * @param item the bucket as it was, or null if there was none
     * @param schema of the item, or null
     * @param basis an image of this bucket that differs at most in balances, counters and {@code wid}; or null
     * @param image the item decoded, or null if that is left for later
     * @param wallMillis when it was seen, since the epoch
     * @param atNanos the same, monotonic
     * @param background what is known besides
     */
    BucketSnapshot(
            @Nullable Item item,
            @Nullable BucketSchema schema,
            @Nullable BucketImage basis,
            @Nullable BucketImage image,
            long wallMillis,
            long atNanos,
            Background background) {
        this.item = item;
        this.schema = schema;
        this.basis = basis;
        this.image = image;
        this.wallMillis = wallMillis;
        this.atNanos = atNanos;
        this.background = background;
    }

    /**
     * Which of several entities of one id, one after the other, the bucket belongs to; null if it was not there, or
     * names none.
     */
    public @Nullable String owner() {
        return item == null ? null : item.text(EntityItems.INCARNATION);
    }

    /** The same by a look that is perhaps not known: null. */
    public static @Nullable String ownerBy(@Nullable BucketSnapshot granting) {
        return granting == null ? null : granting.owner();
    }

    /** The same look, with something else known besides. */
    BucketSnapshot with(Background other) {
        return new BucketSnapshot(item, schema, basis, image, wallMillis, atNanos, other);
    }

    /** The same look, as if it had been at another time. */
    BucketSnapshot at(long nanos) {
        return new BucketSnapshot(item, schema, basis, image, wallMillis, nanos, background);
    }

    /** No look counts any more; what is known besides stays. */
    BucketSnapshot unseen() {
        return new BucketSnapshot(null, null, null, null, 0, 0, background.seen(false));
    }

    Background background() {
        return background;
    }

    /** Whether the bucket was looked at, and that look still counts. */
    boolean isSeen() {
        return background.seen();
    }

    /** The bucket as it was, or null if there was none, or none is seen. */
    @Nullable
    Item item() {
        return item;
    }

    /** The schema of the item, or null. */
    @Nullable
    BucketSchema schema() {
        return schema;
    }

    /** An image of this bucket that differs at most in balances, counters and {@code wid}; null if there is none. */
    @Nullable
    BucketImage basis() {
        return basis;
    }

    /** The item decoded, or null. */
    public @Nullable BucketImage image() {
        BucketImage known = image;
        if (known == null && item != null && schema != null) {
            known = schema.decode(item, basis);
            image = known;
        }
        return known;
    }

    /** The same for a move of tokens; null if the bucket was not seen, or not there. */
    ShardTransfer.@Nullable Seen forTransfer() {
        BucketImage known = image();
        return known == null || item == null || schema == null ? null : new ShardTransfer.Seen(item, schema, known);
    }

    /** When it was seen, in milliseconds since the epoch. */
    public long wallMillis() {
        return wallMillis;
    }

    /** When it was seen, monotonic. */
    long atNanos() {
        return atNanos;
    }

    /** How long ago it was seen; {@link Long#MAX_VALUE} if it was not. */
    long ageNanos(long nowNanos) {
        return isSeen() ? nowNanos - atNanos : Long.MAX_VALUE;
    }

    /** The bucket's own word, or else the entity's record; null if neither was read. */
    @Nullable
    Lineage lineage() {
        BucketImage last = basis;
        return last == null ? background.recorded() : new Lineage(last.parent(), last.cascade(), null, null);
    }

    /** What was last worked out of who else is charged; null if nobody has asked. */
    @Nullable
    Charged charged() {
        return charged;
    }

    void charged(Charged by) {
        charged = by;
    }

    /**
     * The same after another look at the bucket, which named the same parent by the same record. If no record was later
     * than that look and contradicts it, none is later than this one.
     */
    BucketSnapshot after(BucketSnapshot earlier) {
        Charged by = earlier.charged;
        if (by != null && by.own && atNanos - earlier.atNanos >= 0) {
            charged = by;
        }
        return this;
    }

    /** Whether the store has throttled the shard's key a moment ago. */
    boolean avoided(long nowNanos) {
        Background.Avoided avoided = background.avoided();
        return avoided != null && nowNanos - avoided.untilNanos() < 0;
    }
}
