package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.config.Resolution;
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
    boolean reconcile(@Nullable Resolution known, Outbox out) {
        BucketState.Seen seen = work.state.seen();
        if (seen == null || seen.image() == null || known == null) {
            return false;
        }
        work.config.limitsSeen(work.state.limitsVersion());
        if (work.config.agrees(seen, known)) {
            return false;
        }
        if (known.oldestRead() > work.config.limitsMark()) {
            return writer.reconcile(known, out);
        }
        reader.refreshConfig(work.config.limitsMark());
        // A store in memory has answered by now.
        Resolution fresh = work.config.resolution();
        return fresh != null
                && fresh.oldestRead() > work.config.limitsMark()
                && !work.config.agrees(seen, fresh)
                && writer.reconcile(fresh, out);
    }
}
