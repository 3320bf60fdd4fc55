package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.Gains;
import dev.zaelimiter.internal.bucket.InPlace;
import dev.zaelimiter.internal.bucket.PlanContext;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.store.Item;
import org.jspecify.annotations.Nullable;

/** The lane of a bucket, if there is one. Any thread may use it; it is opened and ended by the one who works the pipeline. */
final class Lanes {

    private final Engine engine;
    private final Site site;
    private final Work work;
    private volatile @Nullable Lane lane;
    private long lastMillis = Long.MIN_VALUE;
    private boolean ofUse;

    Lanes(Engine engine, Site site, Work work) {
        this.engine = engine;
        this.site = site;
        this.work = work;
    }

    @Nullable
    Lane now() {
        return lane;
    }

    /**
     * A take was granted by a write. If it was not the first in this millisecond, or the last lane was of use, another is opened for
     * what may come soon, if the bucket as it was just left allows that.
     */
    void granted(WriteFactory factory, Resolution known, long wallMillis) {
        boolean often = ofUse || wallMillis == lastMillis;
        lastMillis = wallMillis;
        if (often && !work.debts.any()) {
            open(factory.context(), known, wallMillis);
        }
    }

    private void open(PlanContext context, Resolution known, long wallMillis) {
        BucketSnapshot left = work.state.seen();
        BucketImage image = left == null ? null : left.image();
        if (left == null || image == null) {
            return;
        }
        InPlace near = InPlace.of(image, work.gains(image, wallMillis), context);
        InPlace far = near == null
                ? null
                : InPlace.of(image, Gains.of(image, image.rates(), wallMillis + Lane.LASTS_MILLIS, null), context);
        if (near != null && far != null) {
            lane = Lane.open(engine, site, left, near, far, known, wallMillis, work.nowNanos());
        }
    }

    /** Ends it, and takes in what came that way. Before anything else is done with the bucket. */
    void end(Writer writer) {
        Lane last = lane;
        if (last != null) {
            lane = null;
            Item left = last.close();
            ofUse = last.served(left);
            writer.leftInPlace(left, last.footprint(left));
        }
    }
}
