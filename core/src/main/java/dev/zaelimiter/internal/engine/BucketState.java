package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Sharing;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.store.Item;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What one pipeline knows of its bucket: the last image seen, who else writes to it, and its entity's lineage. Written
 * by the thread that works the pipeline; the last image may be read by any.
 */
@SuppressWarnings("ReferenceEquality") // images share what did not change, and a look at that tells it at once
final class BucketState {

    /**
     * A look at the bucket.
     *
     * @param item as it was, or null if there is none
     * @param schema of the item, or null
     * @param image the item decoded, or null
     * @param atNanos when it was seen, monotonic
     */
    record Seen(
            @Nullable Item item,
            @Nullable BucketSchema schema,
            @Nullable BucketImage image,
            long atNanos) {}

    /** The write changed which counters there are, so that nothing can be learned of others. */
    static final long UNKNOWN_FOOTPRINT = Long.MIN_VALUE;

    private final Engine engine;
    private final Sharing sharing = new Sharing();
    private volatile @Nullable Seen seen;
    private @Nullable Lineage recorded;
    private long limitsVersion;
    private double roundTripMillis;
    private int writeUnits = 1;

    BucketState(Engine engine) {
        this.engine = engine;
    }

    @Nullable
    Seen seen() {
        return seen;
    }

    /** Grows whenever the bucket is seen with other limits than before. */
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

    long ageMillis(long nowNanos) {
        Seen last = seen;
        return last == null ? Long.MAX_VALUE : (nowNanos - last.atNanos) / 1_000_000;
    }

    boolean fresh(long nowNanos) {
        Seen last = seen;
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
        Seen last = seen;
        if (last != null && last.image != null) {
            return new Lineage(last.image.parent(), last.image.cascade(), null, null);
        }
        return recorded;
    }

    @Nullable
    Lineage recorded() {
        return recorded;
    }

    void record(Lineage lineage) {
        recorded = lineage;
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
        Seen last = seen;
        if (item == null) {
            seen = new Seen(null, null, null, now);
            limitsVersion += last == null || last.image != null ? 1 : 0;
            if (last != null && last.image != null) {
                // It vanished. Whether its entity has a parent by now is not known.
                recorded = null;
            }
            return;
        }
        BucketSchema schema =
                last != null && last.schema != null && last.schema.items().equals(item.layout())
                        ? last.schema
                        : engine.schema(item.layout());
        if (last == null || last.schema != schema) {
            writeUnits = ItemSize.writeUnits(item);
        }
        BucketImage image = schema.decode(item, last == null || last.schema != schema ? null : last.image);
        if (last != null && last.image != null && footprint != UNKNOWN_FOOTPRINT) {
            sharing.look(total(image) != total(last.image) + footprint, now / 1_000_000);
        }
        if (last == null || last.image == null || !sameLimits(image, last.image)) {
            limitsVersion++;
        }
        seen = new Seen(item, schema, image, now);
    }

    /** Forgets the image and the lineage: the next demand reads the bucket. */
    void forget() {
        seen = null;
        recorded = null;
    }

    /** Forgets the image alone. */
    void forgetImage() {
        seen = null;
    }

    /** Each write adds to some counter, so their sum tells whether somebody else wrote. */
    private static long total(BucketImage image) {
        long total = image.rf();
        for (long tc : image.tc()) {
            total += tc;
        }
        return total;
    }

    private static boolean sameLimits(BucketImage a, BucketImage b) {
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
        return Objects.toString(seen);
    }
}
