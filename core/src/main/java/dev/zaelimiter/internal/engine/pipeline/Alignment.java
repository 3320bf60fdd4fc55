package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import org.jspecify.annotations.Nullable;

/**
 * Brings one bucket, and those who wait for it, in line with what is stored for it. Belongs to the one who works the
 * pipeline.
 */
final class Alignment {

    private final Work work;
    private final Reader reader;
    private final Writer writer;
    private final Switched switched;
    /** Somebody has taken something, or given it back, and the bucket may still have to be brought in line. */
    private boolean used;

    Alignment(Site pipeline, Work work, Reader reader, Writer writer) {
        this.work = work;
        this.reader = reader;
        this.writer = writer;
        this.switched = new Switched(pipeline, work);
    }

    /** Whom no limit binds, or who is let in no more, need not wait for what is under way: a store that is away, say. */
    boolean switchedOff(Outbox out) {
        Resolution known = work.config.resolution();
        if (known == null || known.enabled()) {
            return false;
        }
        work.touch();
        if (work.config.stale(known, work.nowNanos())) {
            reader.refreshConfig(-1);
            // A store in memory has answered by now.
            known = work.config.resolution();
        }
        if (known == null || known.enabled()) {
            return false;
        }
        switched.answer(known, out);
        return true;
    }

    /** Rewrites the bucket if its limits are not the stored ones and what is known of those is younger than the bucket. */
    boolean reconcile(Resolution known, Outbox out) {
        use();
        return rewrite(known, out);
    }

    /** Somebody takes something of the bucket, here or of several shards. */
    void use() {
        used = true;
    }

    /**
     * The same when nobody waits any more: what is stored came only after the last who took something. Not if nobody did,
     * since whoever only looks has nothing written.
     */
    boolean afterwards(@Nullable Resolution known, Outbox out) {
        if (!used || known == null) {
            return false;
        }
        work.touch();
        return rewrite(known, out);
    }

    @SuppressWarnings("ReferenceEquality") // another resolution, equal or not, has yet to be looked at
    private boolean rewrite(Resolution known, Outbox out) {
        if (!work.gate.mayRewrite()) {
            return false;
        }
        Resolution other = learn(known);
        if (other == null) {
            used &= work.config.refreshing() || work.config.resolution() != known;
            return false;
        }
        return writer.reconcile(other, out);
    }

    /**
     * Sees to it that what is stored is known to be younger than the bucket's limits.
     *
     * @return what is stored if that is so, and the bucket holds something else; else null
     */
    @Nullable
    Resolution learn(Resolution known) {
        BucketSnapshot seen = work.state.seen();
        if (seen == null || seen.image() == null) {
            return null;
        }
        work.config.limitsSeen(work.state.limitsVersion());
        if (work.config.agrees(seen, known)) {
            return null;
        }
        if (known.oldestRead() > work.config.limitsMark()) {
            return known;
        }
        reader.refreshConfig(work.config.limitsMark());
        // A store in memory has answered by now.
        Resolution fresh = work.config.resolution();
        return fresh != null && fresh.oldestRead() > work.config.limitsMark() && !work.config.agrees(seen, fresh)
                ? fresh
                : null;
    }
}
