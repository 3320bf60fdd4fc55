package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.engine.kernel.Engine;

/**
 * Holds the next batch back for a moment: for callers who were just let go and come straight back, or for tokens that
 * are worth a write. Belongs to the one who works the pipeline. How long is the business of {@link Rendezvous} and
 * {@link Pace}.
 */
final class Holdback {

    private final Engine engine;
    private final Work work;
    private final Rendezvous rendezvous = new Rendezvous();
    private int granted;
    private final DelayTimer.Delay hold;

    Holdback(Engine engine, Work work) {
        this.engine = engine;
        this.work = work;
        this.hold = work.timer.delay();
    }

    /** Many callers are about to be told that they have their tokens, and may come straight back. */
    void letGo(int callers) {
        granted += callers;
        rendezvous.letGo(engine.store().traits().answersTakeTime() ? callers : 0, work.waitlist.pending.size());
    }

    /** How many callers were let go since this was asked last. */
    int granted() {
        int count = granted;
        granted = 0;
        return count;
    }

    /** The callers just let go are waited for in another way. */
    void expectNobody() {
        rendezvous.over();
    }

    /** How long the next batch is held back from now on; 0 to go. */
    long nanos() {
        return engine.closed()
                ? 0
                : Math.max(
                        rendezvous.holdNanos(
                                work.waitlist.pending.size(), work.nowNanos(), work.state.roundTripNanos()),
                        pace());
    }

    /** The next batch goes. */
    void goes() {
        noted();
    }

    /** The next batch is held back; the pipeline is woken in time. */
    void holds() {
        long nanos = nanos();
        noted();
        if (!hold.isOn()) {
            hold.start(nanos);
        }
    }

    private void noted() {
        if (!engine.closed()) {
            rendezvous.noted(work.waitlist.pending.size(), work.nowNanos(), work.state.roundTripNanos());
        }
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

    void keep(ColdBucket cold) {
        if (rendezvous.expectsAny()) {
            cold.rare().rendezvous = rendezvous;
        }
    }

    void goOn(ColdBucket cold) {
        ColdBucket.Rare rare = cold.anyRare();
        if (rare != null && rare.rendezvous != null) {
            rendezvous.goOn(rare.rendezvous);
        }
    }
}
