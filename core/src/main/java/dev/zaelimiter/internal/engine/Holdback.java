package dev.zaelimiter.internal.engine;

/**
 * Holds the next batch back for a moment, for callers who were just let go and come straight back. Belongs to the one who
 * works the pipeline. How long is {@link Rendezvous}' business.
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
        rendezvous.letGo(engine.store().traits().remote() ? callers : 0);
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
        long hold = rendezvous.holdNanos(work.waitlist.pending.size(), work.nowNanos(), work.state.roundTripNanos());
        if (hold > 0 && !timer) {
            timer = true;
            pipeline.wake(hold, out -> timer = false);
        }
        return hold > 0;
    }
}
