package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.planning.LimitsInForce;
import dev.zaelimiter.internal.engine.planning.Statuses;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.schema.KeptNames;
import dev.zaelimiter.internal.schema.Reconciliation;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What is told of the limits of one bucket, by a snapshot of it. Safe for use by many threads. */
final class LimitReport {

    private final Engine engine;
    private final Site site;
    private final KnownLimits limits;

    LimitReport(Engine engine, Site site, KnownLimits limits) {
        this.engine = engine;
        this.site = site;
        this.limits = limits;
    }

    /** The limits that the bucket has, or would be created with, and that hold by what is known to be stored. */
    Set<String> names(TakeRequest take, @Nullable Resolution known, BucketSnapshot seen) {
        BucketImage last = inLine(seen);
        BucketImage image = last == null ? imageToCreate(seen, take) : last;
        Set<String> names = new TreeSet<>();
        for (int i = 0; image != null && i < image.layout().size(); i++) {
            String name = image.layout().name(i);
            if (i != image.layout().wcu() && LimitsInForce.holds(known, seen.item(), take, name)) {
                names.add(name);
            }
        }
        return names;
    }

    /** Those of some statuses whose limits hold by what is known to be stored. */
    List<LimitStatus> holding(TakeRequest take, List<LimitStatus> statuses, BucketSnapshot seen) {
        Resolution known = limits.by(seen);
        if (known == null || !known.nothingStored()) {
            return statuses;
        }
        Set<String> names = names(take, known, seen);
        return statuses.stream()
                .filter(status -> names.contains(status.limit().name()))
                .toList();
    }

    /**
     * Whether a limit is known to have been removed: a request that names it goes on without it. So was one that is
     * stored as far as is known, and lacking in a bucket that was seen later.
     */
    boolean wasRemoved(String limit, BucketSnapshot seen) {
        Resolution known = limits.by(seen);
        return (known != null && (known.gone().contains(limit) || known.limit(limit) != null))
                || KeptNames.removed(seen.item()).contains(limit);
    }

    /**
     * The image, as the next take will find it: in line with what is stored, which only a take brings about. For those
     * who look, and have nothing written. What one reading of the levels would take away is there until another one
     * says the same, as it is for those who take ({@link Doubt}).
     */
    @Nullable
    @SuppressWarnings("ReferenceEquality") // the same image, as long as nothing is to be changed
    BucketImage inLine(BucketSnapshot snapshot) {
        BucketImage image = snapshot.image();
        BucketImage read = asRead(snapshot);
        return read != image && isInDoubt(snapshot) ? image : read;
    }

    /** The same by one reading: who else is charged is never in doubt. */
    @Nullable
    BucketImage asRead(BucketSnapshot snapshot) {
        Resolution known = limits.by(snapshot);
        return known == null || known.oldestRead() <= snapshot.background().limitsMark()
                ? snapshot.image()
                : asStored(snapshot);
    }

    private boolean isInDoubt(BucketSnapshot snapshot) {
        ShardTransfer.Seen seen = snapshot.forTransfer();
        Resolution known = limits.by(snapshot);
        if (seen == null || known == null) {
            return false;
        }
        Doubt doubt = snapshot.background().doubt();
        return (doubt == null || !doubt.isConfirmedBy(known))
                && Reconciliation.takesAway(seen.item(), seen.image(), engine.target(known));
    }

    /** The same, though what is known to be stored may have been read before the image was seen, and be older. */
    @Nullable
    BucketImage asStored(BucketSnapshot snapshot) {
        ShardTransfer.Seen seen = snapshot.forTransfer();
        Resolution known = limits.by(snapshot);
        if (seen == null || known == null) {
            return snapshot.image();
        }
        Reconciliation.Target target = engine.target(known);
        if (Reconciliation.agrees(seen.item(), seen.image(), target)) {
            return seen.image();
        }
        Item item = Reconciliation.preview(
                site.key(),
                seen.item(),
                seen.schema(),
                seen.image(),
                target,
                engine.environment().wallMillis());
        return engine.schema(item.layout()).decode(item);
    }

    private @Nullable BucketImage imageToCreate(BucketSnapshot snapshot, TakeRequest take) {
        return NewBucket.imageToCreate(
                limits.by(snapshot),
                snapshot.lineage(),
                take.callLimits(),
                engine.environment().wallMillis());
    }

    /**
     * How limits stand by an image.
     *
     * @param last of the bucket, or null: then as it would be created
     */
    List<LimitStatus> statuses(TakeRequest take, @Nullable BucketImage last, Told told, BucketSnapshot snapshot) {
        return statuses(take, last, told, snapshot, engine.environment().wallMillis());
    }

    /** The same at a time, in milliseconds since the epoch. */
    List<LimitStatus> statuses(
            TakeRequest take, @Nullable BucketImage last, Told told, BucketSnapshot snapshot, long now) {
        BucketImage image = last == null ? imageToCreate(snapshot, take) : last;
        if (image == null) {
            return new ArrayList<>();
        }
        Rates by = limits.governing(snapshot, take, image);
        int soft = limits.soft(snapshot, take, image);
        long backAt = Math.min(now, engine.environment().wallMillis() + BucketImage.LATE_MILLIS);
        Statuses.Asked asked = new AskedOfImage(take, image, by, soft, told, now, backAt);
        return Statuses.of(site.entity(), site.resource(), image, by, now, asked);
    }

    /**
     * A request, by an image of the bucket, at a time.
     *
     * @param backAt when what is told as if it were back has come back at the latest
     */
    private record AskedOfImage(
            TakeRequest take, BucketImage image, Rates by, int softLimits, Told told, long now, long backAt)
            implements Statuses.Asked {

        @Override
        public int size() {
            return take.names().length;
        }

        @Override
        public int index(int k) {
            return image.layout().indexOf(take.names()[k]);
        }

        @Override
        public long amount(int k) {
            return take.amounts()[k];
        }

        @Override
        public long ahead(int i) {
            if (told == Told.AS_IF_BACK) {
                for (int k = 0; k < take.names().length; k++) {
                    if (take.names()[k].equals(image.layout().name(i))) {
                        // What has refilled since the stamp is in its place, though that may be left out later.
                        long room = Math.max(0, BucketMath.minus(by.cap(i), image.balance(i, by, backAt)));
                        return -Math.min(take.amounts()[k], room);
                    }
                }
            }
            return 0;
        }

        @Override
        public long mayOwe(int i) {
            return image.mayOwe(i, by, take.waitMillis(), now);
        }

        @Override
        public boolean soft(int i) {
            return (softLimits & 1 << i) != 0;
        }

        @Override
        public boolean granted() {
            return told == Told.AFTER;
        }
    }
}
