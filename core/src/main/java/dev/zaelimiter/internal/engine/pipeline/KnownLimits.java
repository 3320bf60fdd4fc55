package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.config.ConfigCache;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.ReadLineage;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.PythonPresence;
import dev.zaelimiter.internal.engine.planning.CallLimits;
import dev.zaelimiter.internal.engine.planning.LimitsInForce;
import dev.zaelimiter.internal.engine.planning.SoftLimits;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/**
 * What is stored for a bucket: by what its pipeline has resolved, which its last snapshot tells to all others, or by
 * what is cached if that has changed since. Nothing is noted but which of two readings was the later one, so whoever
 * asks can't set the pipeline back to an older reading. Safe for use by many threads.
 */
@SuppressWarnings("ReferenceEquality") // which of two it is, not whether they say the same
final class KnownLimits {

    private final Environment environment;
    private final ConfigCache configs;
    private final ConfigKeys levels;
    private final PythonPresence python;
    private volatile @Nullable Newest newest;

    KnownLimits(Environment environment, ConfigCache configs, ConfigKeys levels, PythonPresence python) {
        this.environment = environment;
        this.configs = configs;
        this.levels = levels;
        this.python = python;
    }

    /**
     * What is stored, as far as it is known without asking the store: perhaps stale; null if a level was never read.
     */
    @Nullable
    Resolution by(BucketSnapshot snapshot) {
        Resolution known = snapshot.background().limits();
        return known != null && isOfNow(known) ? inTime(known, environment.monotonicNanos()) : configs.peek(levels);
    }

    /** The same, by what a pipeline has resolved, for the one who works it and has read the clock. */
    @Nullable
    Resolution by(@Nullable Resolution known, long nowNanos) {
        return known != null && isOfNow(known) ? inTime(known, nowNanos) : configs.peek(levels);
    }

    private boolean isOfNow(Resolution known) {
        return known.generation() == configs.generation();
    }

    private Resolution inTime(Resolution known, long nowNanos) {
        return isStale(known, nowNanos) ? newer(known) : known;
    }

    /** Whether it is past its time. */
    static boolean isStale(Resolution known, long nowNanos) {
        return nowNanos - known.freshUntilNanos() >= 0;
    }

    /** What is cached, if all of it was read later; else what is known. Looked at once for all that is heard. */
    private Resolution newer(Resolution known) {
        Newest before = newest;
        long heard = configs.heard();
        if (before != null && before.kept == known && before.heard == heard) {
            return before.found;
        }
        Resolution found = configs.newer(levels, known);
        newest = new Newest(known, heard, found);
        return found;
    }

    private record Newest(Resolution kept, long heard, Resolution found) {}

    /**
     * Who else is charged: by the bucket's last image, or by its entity's record where that is known to be later. Of a
     * bucket in several shards one may not have been seen for long, while others tell of a move. Null if nothing was
     * read.
     */
    @Nullable
    Lineage lineage(BucketSnapshot snapshot) {
        // Each acquire asks, and many ask of one snapshot, or of one that differs from it in nothing that counts here.
        long heard = configs.heard();
        BucketSnapshot.Charged known = snapshot.charged();
        if (known == null || known.heard() != heard) {
            Lineage own = snapshot.lineage();
            Lineage charged = charged(snapshot, own);
            known = new BucketSnapshot.Charged(heard, charged, charged == own);
            snapshot.charged(known);
        }
        return known.lineage();
    }

    private @Nullable Lineage charged(BucketSnapshot snapshot, @Nullable Lineage own) {
        ReadLineage record = own == null ? null : configs.lineage(levels.record());
        if (record == null) {
            return own;
        }
        Item item = snapshot.item();
        BucketImage image = snapshot.basis();
        boolean later = item == null
                || image == null
                || EntityItems.isOutdated(
                        item, image.cascade(), record.lineage(), record.atNanos() - snapshot.atNanos() > 0);
        return later ? record.lineage() : own;
    }

    /** The limits, as bits, that only count. */
    int soft(BucketSnapshot snapshot, TakeRequest take, BucketImage image) {
        Resolution known = by(snapshot);
        return SoftLimits.mask(known, take.heldTo(known).callLimits(), image.layout());
    }

    /** The numbers by which a request is judged. */
    Rates governing(BucketSnapshot snapshot, TakeRequest take, BucketImage image) {
        return governing(snapshot, take, image, snapshot.item());
    }

    /** The same by an image of another look, and the item of that. */
    Rates governing(BucketSnapshot snapshot, TakeRequest take, BucketImage image, @Nullable Item item) {
        if (take.callLimits() == null) {
            return image.rates();
        }
        Resolution known = by(snapshot);
        long mark = snapshot.background().limitsMark();
        boolean besidePython = python.isKnown();
        return CallLimits.govern(
                image,
                take.heldTo(known).callLimits(),
                limit -> LimitsInForce.isStored(known, mark, item, besidePython, limit));
    }

    /** A request with what came with the call held to what is stored, as far as that is known. */
    TakeRequest heldToStored(BucketSnapshot snapshot, TakeRequest take) {
        return take.callLimits() == null ? take : take.heldTo(by(snapshot));
    }
}
