package dev.zaelimiter.internal.engine;

import dev.zaelimiter.internal.bucket.BucketImage;

/**
 * Holds the next batch back for a moment: for callers who were just let go and come straight back, or for tokens that are
 * worth a write. Belongs to the one who works the pipeline. How long is the business of {@link Rendezvous} and
 * {@link Pace}.
 */
final class Holdback {

    private final Engine engine;
    private final BucketPipeline pipeline;
    private final Work work;
    private final Rendezvous rendezvous = new Rendezvous();
    private boolean timer;

    Holdback(Engine engine, BucketPipeline pipeline, Work work) {
        this.engine = engine;
        this.pipeline = pipeline;
        this.work = work;
    }

    /** Many callers are about to be told that they have their tokens, and may come straight back. */
    void letGo(int callers) {
        rendezvous.letGo(engine.store().traits().answersTakeTime() ? callers : 0, work.waitlist.pending.size());
    }

    /** The callers just let go are waited for in another way. */
    void expectNobody() {
        rendezvous.over();
    }

    /** Whether the next batch waits; if so, the pipeline is woken in time. */
    boolean holds() {
        if (engine.closed()) {
            return false;
        }
        long hold = Math.max(
                rendezvous.holdNanos(work.waitlist.pending.size(), work.nowNanos(), work.state.roundTripNanos()),
                pace());
        if (hold > 0 && !timer) {
            timer = true;
            pipeline.wake(hold, out -> timer = false);
        }
        return hold > 0;
    }

    private long pace() {
        BucketState state = work.state;
        BucketImage image = Work.imageOf(state);
        Demand first = work.waitlist.pending.peek();
        if (image == null
                || first == null
                || !engine.store().traits().answersTakeTime()
                || !state.shared(work.nowNanos())
                || !work.waitlist.storedFallsShort(image, work.config.resolution(), 0)) {
            return 0;
        }
        return Pace.holdNanos(
                state.othersPerMilli(),
                image.shardCount(),
                state.ageNanos(work.nowNanos()),
                first.deadlineNanos() - work.nowNanos(),
                state.roundTripNanos());
    }
}
