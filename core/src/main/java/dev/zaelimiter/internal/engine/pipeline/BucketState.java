package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.ForeignWriteEstimator;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.ItemSize;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one pipeline knows of its bucket, and who else writes to it. Belongs to the one who works the pipeline; each change is
 * published as a {@link BucketSnapshot}, which any thread may read.
 */
@SuppressWarnings("ReferenceEquality") // images share what did not change, and a look at that tells it immediately
final class BucketState {

    /** The write changed which counters there are, so that nothing can be learned of others. */
    static final long UNKNOWN_FOOTPRINT = Long.MIN_VALUE;

    private final Engine engine;
    private final ForeignWriteEstimator estimator = new ForeignWriteEstimator();
    private final EarlyEnds ends;
    /** Stored without a fence, which would be a tenth of an acquire: others may see it a little later. */
    private final AtomicReference<BucketSnapshot> published = new AtomicReference<>(BucketSnapshot.NOTHING);

    private boolean vanished;
    /** Tells which of several entities of this id the bucket belonged to, when it was last seen; null if it named none. */
    private @Nullable String incarnation;

    /** Neither the first shard nor one of the next was there, in one read. */
    private boolean alone;

    private boolean madeAnew;
    private long limitsVersion;
    /** Of the counters and the stamp of the last look, to tell what others add. */
    private long total;

    private double roundTripMillis;
    private int writeUnits = 1;

    BucketState(Engine engine) {
        this.engine = engine;
        this.ends = new EarlyEnds(engine.expiry());
    }

    /** What is known now. Any thread may ask. */
    BucketSnapshot snapshot() {
        return published.getAcquire();
    }

    /** The last look; null if none counts. */
    @Nullable
    BucketSnapshot seen() {
        BucketSnapshot last = snapshot();
        return last.isSeen() ? last : null;
    }

    private Background background() {
        return snapshot().background();
    }

    private void publish(BucketSnapshot next) {
        published.setRelease(next);
    }

    private void publish(Background next) {
        publish(snapshot().with(next));
    }

    /** What is stored for the bucket, as last resolved; or null. */
    @Nullable
    Resolution limits() {
        return background().limits();
    }

    void limits(@Nullable Resolution known) {
        if (known != limits()) {
            publish(background().limits(known));
        }
    }

    /** The reads of a resolution that may rewrite the bucket all began after this. */
    long limitsMark() {
        return background().limitsMark();
    }

    void limitsMark(long mark) {
        publish(background().limitsMark(mark));
    }

    /** What another shard has told of a bucket that was not seen; or null. */
    Background.@Nullable Told told() {
        return background().told();
    }

    void told(Background.@Nullable Told another) {
        if (another != told()) {
            publish(background().told(another));
        }
    }

    /** The store throttles the shard's key: it is asked last until then, monotonic. */
    void avoidUntil(long nanos) {
        publish(background().avoidedUntil(nanos));
    }

    /** Grows whenever the bucket is seen with other limits than before, or with another parent. */
    long limitsVersion() {
        return limitsVersion;
    }

    boolean shared(long nowNanos) {
        return estimator.shared(nowNanos / 1_000_000);
    }

    double othersPerMilli() {
        return estimator.perMilli();
    }

    /** What a write of this bucket costs. */
    int writeUnits() {
        return writeUnits;
    }

    long ageMillis(long nowNanos) {
        return ageNanos(nowNanos) / 1_000_000;
    }

    long ageNanos(long nowNanos) {
        return snapshot().ageNanos(nowNanos);
    }

    boolean fresh(long nowNanos) {
        return snapshot().ageNanos(nowNanos) < engine.options().refusalFreshnessNanos();
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

    /** The lineage in the bucket, or if there is none, in the entity's record; null if neither was read. */
    @Nullable
    Lineage lineage() {
        return snapshot().lineage();
    }

    @Nullable
    Lineage recorded() {
        return background().recorded();
    }

    void record(Lineage lineage) {
        publish(background().recorded(lineage));
        vanished = false;
    }

    /** Neither the first shard nor one of the next is there. */
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
        Background background = background().seen(true);
        Item before = last == null ? null : last.item();
        if (item == null) {
            limitsVersion += last == null || before != null ? 1 : 0;
            if (last != null && before != null) {
                ends.gone(last.image(), engine.environment().wallMillis());
                // It vanished. Whether its entity has a parent by now is not known.
                background = background.recorded(null);
                vanished = true;
            }
            publish(new BucketSnapshot(null, null, null, null, wallMillis, now, background));
            return;
        }
        ends.seen();
        String owner = item.text(EntityItems.INCARNATION);
        if (owner != null) {
            madeAnew |= incarnation != null && !incarnation.equals(owner);
            incarnation = owner;
        }
        BucketSchema known = last == null ? null : last.schema();
        BucketSchema schema =
                known != null && known.items().equals(item.layout()) ? known : engine.schema(item.layout());
        BucketImage basis = last == null ? null : last.basis();
        BucketImage image = null;
        if (basis == null
                || before == null
                || known != schema
                || !schema.balances().alike(before, item)) {
            writeUnits = known == schema ? writeUnits : ItemSize.writeUnits(item);
            image = schema.decode(item, known == schema ? basis : null);
            boolean same =
                    basis != null && before != null && image.sameLimits(basis) && EntityItems.tellTheSame(before, item);
            limitsVersion += same ? 0 : 1;
            basis = image;
            background =
                    background.finest(image.shardCount() <= 1 ? 1 : Math.max(background.finest(), image.shardCount()));
        }
        long counted = schema.balances().total(item);
        boolean moved = false;
        if (last != null && before != null && footprint != UNKNOWN_FOOTPRINT) {
            moved = counted != total + footprint;
            estimator.look(moved, now / 1_000_000);
        }
        if (image != null && image.wid() == 0) {
            engine.python().sawBucket();
        } else if (moved && sameWid(before, item)) {
            engine.python().sawForeignWrite();
        }
        total = counted;
        publish(new BucketSnapshot(item, schema, basis, image, wallMillis, now, background));
    }

    /**
     * Whether the entity was deleted since the bucket was last asked about: what is to be corrected then lies with a bucket that
     * is gone. Said once.
     */
    boolean entityWasDeleted() {
        boolean anew = madeAnew;
        madeAnew = false;
        Lineage record = recorded();
        if (snapshot().item() == null && incarnation != null && record != null) {
            anew |= !incarnation.equals(record.incarnation());
            incarnation = record.incarnation();
        }
        return anew;
    }

    private static boolean sameWid(@Nullable Item before, Item item) {
        return before != null && before.whole(BucketSchema.WID, 0) == item.whole(BucketSchema.WID, 0);
    }

    /** What was seen last is what this process has just made. */
    void made() {
        ends.made();
    }

    /** Forgets the image and the lineage: the next demand reads the bucket. */
    void forget() {
        publish(snapshot().unseen().with(background().seen(false).recorded(null)));
    }

    /** The image is known to be old: nothing is refused from it before another look. */
    void outdate() {
        BucketSnapshot last = seen();
        if (last != null) {
            publish(last.at(last.atNanos() - engine.options().refusalFreshnessNanos()));
        }
    }

    /** Whether the bucket was seen since a moment, so that an older read tells nothing new. */
    boolean seenSince(long nanos) {
        BucketSnapshot last = seen();
        return last != null && last.atNanos() - nanos >= 0;
    }

    /** Forgets the image alone. */
    void forgetImage() {
        publish(snapshot().unseen());
    }

    @Override
    public String toString() {
        return Objects.toString(snapshot().image());
    }
}
