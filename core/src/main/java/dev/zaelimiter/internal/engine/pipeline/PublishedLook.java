package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The last look at a bucket, and what is known besides, as published for all. Belongs to the one who works the
 * pipeline; each change is a new {@link BucketSnapshot}, which any thread may read. What follows from one look after
 * the other is for {@link BucketState}, of which this is a part and no object of its own: there is one for each bucket.
 */
@SuppressWarnings("ReferenceEquality") // what is the very same is not published again
abstract class PublishedLook {

    final Engine engine;
    /** Stored without a fence, which would be a tenth of an acquire: others may see it a little later. */
    private final AtomicReference<BucketSnapshot> published = new AtomicReference<>(BucketSnapshot.NOTHING);

    PublishedLook(Engine engine) {
        this.engine = engine;
    }

    /** What is known now. Any thread may ask. */
    final BucketSnapshot snapshot() {
        return published.getAcquire();
    }

    /** The last look; null if none counts. */
    @Nullable
    final BucketSnapshot seen() {
        BucketSnapshot last = snapshot();
        return last.isSeen() ? last : null;
    }

    final Background background() {
        return snapshot().background();
    }

    final void publish(BucketSnapshot next) {
        published.setRelease(next);
    }

    final void publish(Background next) {
        publish(snapshot().with(next));
    }

    /** What is stored for the bucket, as last resolved; or null. */
    @Nullable
    final Resolution limits() {
        return background().limits();
    }

    final void limits(@Nullable Resolution known) {
        if (known != limits()) {
            publish(background().limits(known));
        }
    }

    /** The reads of a resolution that may rewrite the bucket all began after this. */
    final long limitsMark() {
        return background().limitsMark();
    }

    final void limitsMark(long mark) {
        publish(background().limitsMark(mark));
    }

    /** Of the limits that are in the bucket now; null unless what is stored would take something away from them. */
    @Nullable
    final Doubt doubt() {
        return background().doubt();
    }

    final void doubt(@Nullable Doubt now) {
        if (now != doubt()) {
            publish(background().doubt(now));
        }
    }

    /** What another shard has told of a bucket that was not seen; or null. */
    final Background.@Nullable Told told() {
        return background().told();
    }

    final void told(Background.@Nullable Told another) {
        if (another != told()) {
            publish(background().told(another));
        }
    }

    /** The store throttles the shard's key: it is asked last until then, monotonic. */
    final void avoidUntil(long nanos) {
        publish(background().avoidedUntil(nanos));
    }

    final long ageMillis(long nowNanos) {
        return ageNanos(nowNanos) / 1_000_000;
    }

    final long ageNanos(long nowNanos) {
        return snapshot().ageNanos(nowNanos);
    }

    final boolean fresh(long nowNanos) {
        return snapshot().ageNanos(nowNanos) < engine.options().refusalFreshnessNanos();
    }

    /** The lineage in the bucket, or if there is none, in the entity's record; null if neither was read. */
    @Nullable
    final Lineage lineage() {
        return snapshot().lineage();
    }

    @Nullable
    final Lineage recorded() {
        return background().recorded();
    }

    /** Forgets the image and the lineage: the next demand reads the bucket. */
    final void forget() {
        publish(snapshot().unseen().with(background().seen(false).recorded(null)));
    }

    /** The image is known to be old: nothing is refused from it before another look. */
    final void outdate() {
        BucketSnapshot last = seen();
        if (last != null) {
            publish(last.at(last.atNanos() - engine.options().refusalFreshnessNanos()));
        }
    }

    /** Whether the bucket was seen since a moment, so that an older read tells nothing new. */
    final boolean seenSince(long nanos) {
        BucketSnapshot last = seen();
        return last != null && last.atNanos() - nanos >= 0;
    }

    /** Forgets the image alone. */
    final void forgetImage() {
        publish(snapshot().unseen());
    }
}
