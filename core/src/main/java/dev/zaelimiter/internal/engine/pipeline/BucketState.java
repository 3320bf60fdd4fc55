package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Sharing;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.ItemSize;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * What one pipeline knows of its bucket: the last image seen, who else writes to it, and its entity's lineage. Written
 * by the thread that works the pipeline; the last image may be read by any.
 */
@SuppressWarnings("ReferenceEquality") // images share what did not change, and a look at that tells it at once
public final class BucketState {

    /** A look at the bucket. Immutable. */
    static final class Seen {
        private final @Nullable Item item;
        private final @Nullable BucketSchema schema;
        private final @Nullable BucketImage basis;
        private final long total;
        private final long atNanos;
        /** Made when asked for, by any thread: images are immutable, and two of one item are as good as one. */
        private @Nullable BucketImage image;

        private Seen(
                @Nullable Item item,
                @Nullable BucketSchema schema,
                @Nullable BucketImage basis,
                @Nullable BucketImage image,
                long total,
                long atNanos) {
            this.item = item;
            this.schema = schema;
            this.basis = basis;
            this.image = image;
            this.total = total;
            this.atNanos = atNanos;
        }

        /** The item as it was, or null if there was none. */
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
        @Nullable
        BucketImage image() {
            BucketImage known = image;
            if (known == null && item != null && schema != null) {
                known = schema.decode(item, basis);
                image = known;
            }
            return known;
        }
    }

    /** The write changed which counters there are, so that nothing can be learned of others. */
    static final long UNKNOWN_FOOTPRINT = Long.MIN_VALUE;

    private final Engine engine;
    private final Sharing sharing = new Sharing();
    private final EarlyEnds ends;
    /** Stored without a fence, which would be a tenth of an acquire: others may see it a little later. */
    private final AtomicReference<@Nullable Seen> seen = new AtomicReference<>();

    private @Nullable Lineage recorded;
    private boolean vanished;
    private long limitsVersion;
    private double roundTripMillis;
    private int writeUnits = 1;
    private volatile long finest = 1;

    BucketState(Engine engine) {
        this.engine = engine;
        this.ends = new EarlyEnds(engine.expiry());
    }

    @Nullable
    Seen seen() {
        return seen.getAcquire();
    }

    /** Grows whenever the bucket is seen with other limits than before, or with another parent. */
    long limitsVersion() {
        return limitsVersion;
    }

    boolean shared(long nowNanos) {
        return sharing.shared(nowNanos / 1_000_000);
    }

    double othersPerMilli() {
        return sharing.perMilli();
    }

    /** What a write of this bucket costs. */
    int writeUnits() {
        return writeUnits;
    }

    /** Into how many shards the bucket was divided at most since it was last seen whole. Any thread may ask. */
    long finest() {
        return finest;
    }

    long ageMillis(long nowNanos) {
        return ageNanos(nowNanos) / 1_000_000;
    }

    long ageNanos(long nowNanos) {
        Seen last = seen.getAcquire();
        return last == null ? Long.MAX_VALUE : nowNanos - last.atNanos;
    }

    boolean fresh(long nowNanos) {
        Seen last = seen.getAcquire();
        return last != null && nowNanos - last.atNanos < engine.options().refusalFreshnessNanos();
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

    /** The bucket's own word, or else the entity's record; null if neither was read. */
    @Nullable
    Lineage lineage() {
        Seen last = seen.getAcquire();
        if (last != null && last.basis != null) {
            return new Lineage(last.basis.parent(), last.basis.cascade(), null, null);
        }
        return recorded;
    }

    @Nullable
    Lineage recorded() {
        return recorded;
    }

    void record(Lineage lineage) {
        recorded = lineage;
        vanished = false;
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
     */
    void see(@Nullable Item item, long footprint, long now) {
        Seen last = seen.getAcquire();
        if (item == null) {
            seen.setRelease(new Seen(null, null, null, null, 0, now));
            limitsVersion += last == null || last.item != null ? 1 : 0;
            if (last != null && last.item != null) {
                ends.gone(last.image(), engine.environment().wallMillis());
                // It vanished. Whether its entity has a parent by now is not known.
                recorded = null;
                vanished = true;
            }
            return;
        }
        ends.seen();
        BucketSchema known = last == null ? null : last.schema;
        BucketSchema schema =
                known != null && known.items().equals(item.layout()) ? known : engine.schema(item.layout());
        Item before = last == null ? null : last.item;
        BucketImage basis = last == null ? null : last.basis;
        BucketImage image = null;
        if (basis == null
                || before == null
                || known != schema
                || !schema.balances().alike(before, item)) {
            writeUnits = known == schema ? writeUnits : ItemSize.writeUnits(item);
            image = schema.decode(item, known == schema ? basis : null);
            boolean same = basis != null
                    && before != null
                    && sameLimits(image, basis)
                    && EntityItems.tellTheSame(before, item);
            limitsVersion += same ? 0 : 1;
            basis = image;
            finest = image.shardCount() <= 1 ? 1 : Math.max(finest, image.shardCount());
        }
        long total = schema.balances().total(item);
        if (last != null && before != null && footprint != UNKNOWN_FOOTPRINT) {
            sharing.look(total != last.total + footprint, now / 1_000_000);
        }
        seen.setRelease(new Seen(item, schema, basis, image, total, now));
    }

    /** What was seen last is what this process has just made. */
    void made() {
        ends.made();
    }

    /** Forgets the image and the lineage: the next demand reads the bucket. */
    void forget() {
        seen.setRelease(null);
        recorded = null;
    }

    /** The image is known to be old: nothing is refused from it before another look. */
    void outdate() {
        Seen last = seen.getAcquire();
        if (last != null) {
            long before = last.atNanos - engine.options().refusalFreshnessNanos();
            seen.setRelease(new Seen(last.item, last.schema, last.basis, last.image, last.total, before));
        }
    }

    /** Whether the bucket was seen since a moment, so that an older read tells nothing new. */
    boolean seenSince(long nanos) {
        Seen last = seen.getAcquire();
        return last != null && last.atNanos - nanos >= 0;
    }

    /** Forgets the image alone. */
    void forgetImage() {
        seen.setRelease(null);
    }

    /** Whether two images have the same limits under the same numbers. */
    static boolean sameLimits(BucketImage a, BucketImage b) {
        if (a.rates() == b.rates() && a.ttl() == b.ttl()) {
            return true;
        }
        if ((a.ttl() == 0) != (b.ttl() == 0) || !sameNames(a, b)) {
            return false;
        }
        for (int i = 0; i < a.layout().size(); i++) {
            if (a.rates().cap(i) != b.rates().cap(i)
                    || a.rates().ra(i) != b.rates().ra(i)
                    || a.rates().rp(i) != b.rates().rp(i)) {
                return false;
            }
        }
        return true;
    }

    private static boolean sameNames(BucketImage a, BucketImage b) {
        if (a.layout() == b.layout()) {
            return true;
        }
        String[] left = new String[a.layout().size()];
        String[] right = new String[b.layout().size()];
        Arrays.setAll(left, a.layout()::name);
        Arrays.setAll(right, b.layout()::name);
        return Arrays.equals(left, right);
    }

    @Override
    public String toString() {
        Seen last = seen.getAcquire();
        return Objects.toString(last == null ? null : last.image());
    }
}
