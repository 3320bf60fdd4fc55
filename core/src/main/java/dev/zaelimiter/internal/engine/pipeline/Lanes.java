package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.InPlace;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.LatestOpened;
import dev.zaelimiter.internal.guard.OnceTask;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/**
 * The lane of a bucket, if there is one. Any thread may use it; it is opened and ended by the one who works the
 * pipeline.
 */
final class Lanes {

    /** So many callers who share one write cost less together than each of them in place. */
    private static final int CROWD = 64;

    private final Engine engine;
    private final Site site;
    private final Work work;
    private volatile @Nullable Lane lane;
    private long lastMillis = Long.MIN_VALUE;
    private boolean ofUse;
    /** Granted several times in a millisecond since the last lane. */
    private boolean often;
    /** An account has thrown: there is no other for this bucket. */
    private boolean barred;

    Lanes(Engine engine, Site site, Work work) {
        this.engine = engine;
        this.site = site;
        this.work = work;
    }

    @Nullable
    Lane now() {
        return lane;
    }

    /** Whether there is one, and not the very one that somebody has tried. */
    @SuppressWarnings("ReferenceEquality")
    boolean isAnother(@Nullable Lane tried) {
        Lane open = lane;
        return open != null && open != tried;
    }

    /**
     * A take was granted by a write. If it was not the first in this millisecond, or the last lane was of use, another
     * is opened for what may come soon, if the bucket as it was just left allows that.
     */
    void granted(WriteFactory factory, Resolution known, long wallMillis) {
        boolean often = wallMillis == lastMillis;
        lastMillis = wallMillis;
        try {
            if (often) {
                open(factory.context(), known, wallMillis);
            } else {
                resume(factory, known, wallMillis);
            }
        } catch (RuntimeException | Error fault) {
            // A lane is not worth what was granted just before.
            engine.telemetry().fault(fault);
        }
    }

    /** Something else was done with the bucket: if the last lane was of use, those who used it go on in another. */
    void resume(WriteFactory factory, Resolution known, long wallMillis) {
        if (wanted()) {
            open(factory.context(), known, wallMillis);
        }
    }

    /**
     * Whether those who used the last lane would go on in another; where answers take time also, whether several were
     * granted in one millisecond.
     */
    boolean wanted() {
        return (ofUse || often) && lane == null;
    }

    /** A write has granted to so many, and its answer took time: what they bring next may find a lane. */
    void grantedLater(int callers, long wallMillis) {
        if (callers > 0) {
            often = callers <= CROWD && (callers > 1 || wallMillis == lastMillis);
            lastMillis = wallMillis;
        }
    }

    private void open(PlanContext context, Resolution known, long wallMillis) {
        BucketSnapshot left = work.state.seen();
        BucketImage image = left == null ? null : left.image();
        often = false;
        if (barred || left == null || image == null || image.cascade() || work.debts.any()) {
            return;
        }
        InPlace near = InPlace.of(image, work.gains(image, wallMillis), context);
        InPlace far = near == null
                ? null
                : InPlace.of(image, Gains.of(image, image.rates(), wallMillis + Lane.LASTS_MILLIS, null), context);
        if (near != null && far != null) {
            LaneBounds bounds = new LaneBounds(image.layout(), near, far);
            Lane opened = Lane.open(engine, site, left, bounds, known, wallMillis, work.nowNanos());
            lane = opened;
            if (opened != null) {
                tell(opened);
            }
        }
    }

    /** Whatever comes of that: a lane is not worth what was granted just before. */
    private void tell(Lane opened) {
        try {
            engine.latestOpened().add(new Open(this, opened));
            site.laneOpened();
        } catch (RuntimeException | Error fault) {
            engine.telemetry().fault(fault);
        }
    }

    /** A lane that nobody may use any more by the time that so many others were opened. */
    private record Open(Lanes of, Lane lane) implements LatestOpened.Opened {

        @Override
        public void outlived() {
            if (of.lane == lane) {
                of.endLater();
            }
        }
    }

    /** Whoever works the pipeline next ends the lane: not this thread, which may be at work on another one. */
    private void endLater() {
        OnceTask end = new OnceTask(() -> site.answered(out -> ofUse = false));
        if (!end.takenBy(task -> engine.environment().executor().execute(task))) {
            // It stays open, until the bucket is used in another way.
            engine.telemetry().noteRefused();
        }
    }

    /** Ends it, and takes in what came that way. Before anything else is done with the bucket. */
    void end(Writer writer) {
        Lane last = lane;
        if (last != null) {
            lane = null;
            Item left = last.close();
            if (last.failure() != null) {
                bar(last.failure());
            }
            if (left == null) {
                work.state.forget();
                return;
            }
            ofUse = last.served(left);
            writer.leftInPlace(left, last.footprint(left));
        }
    }

    /** From now on each take of this bucket is planned. */
    private void bar(@Nullable Throwable failure) {
        barred = true;
        engine.telemetry().accountFailed(site.entity(), site.resource(), failure);
    }
}
