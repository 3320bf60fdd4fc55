package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Contention;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.shards.ShardRouter;

/**
 * One acquire on its way: the entity's bucket and, where it cascades, the parent's.
 *
 * <p>{@link AskOrder} says who is asked when. If one refuses, the other's tokens go back. A process that dies between
 * leaves less admitted, never more.
 *
 * <p>Each step runs on the thread that brought the last; steps of child and parent may meet, hence the lock, that of
 * its {@link AcquireEnd}, which is held for a few instructions and never while anything is called.
 */
final class AcquireFlow implements AskOrder.Flow {

    /** Each of the most shards a few times, and the first in between. */
    private static final int MOST_MOVES = 8 * Shares.MAX;

    private final Limiters limiters;
    private final Engine engine;
    private final TakeRequest take;
    private final DecisionReporter reporter;
    private final boolean urgent;
    private long deadlineNanos;
    private final long configMark;
    /** The shard that was chosen first. */
    private final BucketPipeline child;

    private final Parts parts;
    private final AcquireEnd end;
    private int moves;

    AcquireFlow(
            Limiters limiters,
            AcquireRequest request,
            BucketPipeline child,
            TakeRequest take,
            boolean urgent,
            Completion completion) {
        this.limiters = limiters;
        this.engine = limiters.engine();
        this.urgent = urgent;
        if (engine.store().traits().answersTakeTime()) {
            deadlineNanos();
        }
        this.configMark = engine.configs().mark();
        this.child = child;
        this.take = take;
        this.parts = new Parts(engine.telemetry());
        this.reporter = new DecisionReporter(limiters, request, take, completion);
        this.end = new AcquireEnd(limiters, request, child, parts, reporter, completion);
    }

    /** On a store in memory most acquires end before it is worth looking at the clock, so this is done when asked. */
    @Override
    public long deadlineNanos() {
        if (deadlineNanos == 0) {
            long deadline =
                    engine.environment().monotonicNanos() + engine.options().deadlineNanos();
            deadlineNanos = deadline == 0 ? 1 : deadline;
        }
        return deadlineNanos;
    }

    /** The demand of an acquire that has gone the short way. */
    Demand only() {
        Part only = part(child, false);
        parts.set(only);
        return only;
    }

    @Override
    public Part part(BucketPipeline pipeline, boolean tolerant) {
        return new Part(this, pipeline, take, configMark, tolerant);
    }

    void start(Outbox out) {
        try {
            AskOrder.start(this, child, out);
        } catch (RuntimeException | Error thrown) {
            end.broken(thrown, out);
        }
    }

    /** Where it ends. */
    Completion completion() {
        return end.completion();
    }

    @Override
    public boolean isOver() {
        return end.isOver();
    }

    @Override
    public void partEnded(Part part, Demand.Outcome ended, Outbox out) {
        try {
            Part next = ended instanceof Demand.Outcome.Refused ? part.elsewhere(limiters.router()) : null;
            if (next != null && replace(part, next)) {
                next.ask(urgent, out);
            } else {
                ended(part, ended, out);
            }
        } catch (RuntimeException | Error thrown) {
            end.broken(thrown, out);
        }
    }

    @Override
    public ShardRouter router() {
        return limiters.router();
    }

    @Override
    public ShardChoices choices() {
        return limiters.choices();
    }

    @Override
    public void moved(Part part, Part next, Outbox out) {
        step(o -> ask(part, next, o), out);
    }

    private void ask(Part part, Part next, Outbox out) {
        if (replace(part, next)) {
            next.ask(urgent, out);
        } else {
            ended(part, new Demand.Outcome.Refused(reporter.statuses(part), Contention.RETRY_MILLIS, false), out);
        }
    }

    /**
     * Another shard is asked instead. False if nobody waits any more, or so many were asked that the next would say no
     * better: shards that change all the time must not send a request round for ever.
     */
    private boolean replace(Part part, Part next) {
        synchronized (end) {
            if (!end.isOver() && ++moves <= MOST_MOVES) {
                parts.replace(part, next);
                return true;
            }
            return false;
        }
    }

    private void ended(Part part, Demand.Outcome ended, Outbox out) {
        Parts.Next next;
        boolean late;
        synchronized (end) {
            // Whoever finishes later finds this answer. To ask afterwards would be too late: the other bucket may have
            // answered meanwhile, on another thread, and what both gave is in a lease by now.
            late = end.isOver();
            next = AskOrder.answered(this, part, ended);
        }
        if (late) {
            parts.undo(part, out);
        } else {
            AskOrder.go(this, next, out);
        }
    }

    @Override
    public TakeRequest take() {
        return take;
    }

    @Override
    public Limiters limiters() {
        return limiters;
    }

    @Override
    public Parts parts() {
        return parts;
    }

    @Override
    public DecisionReporter reporter() {
        return reporter;
    }

    @Override
    public boolean urgent() {
        return urgent;
    }

    @Override
    public void childsTurn(BucketPipeline above, TakeRequest left, long untilNanos, long waitedMillis, Outbox out) {
        Part next = new Part(this, above, left, engine.configs().mark(), true);
        synchronized (end) {
            if (end.isOver()) {
                return;
            }
            deadlineNanos = untilNanos;
            end.waited(waitedMillis);
            parts.childsTurn(next);
        }
        next.ask(urgent, out);
    }

    @Override
    public void conclude(Outbox out) {
        end.conclude(this, out);
    }

    @Override
    public void sleep(DebtWait.Sleeper sleeper, Outbox out) {
        end.sleep(sleeper, out);
    }

    @Override
    public void end(BucketPipeline.Entry telling, Outbox out) {
        end.end(telling, out);
    }

    @Override
    public void closed(Outbox out) {
        end.closed(out);
    }

    /** The caller has gone: what is queued leaves the queue, what is under way or granted goes back. */
    void withdraw(Outbox out) {
        end.withdraw(out);
    }

    @Override
    public void load(BucketPipeline pipeline, Outbox out, BucketPipeline.Entry then) {
        pipeline.load(new Loading(this, then), urgent, out);
    }

    @Override
    public void step(BucketPipeline.Entry next, Outbox out) {
        try {
            next.run(out);
        } catch (RuntimeException | Error thrown) {
            end.broken(thrown, out);
        }
    }

    @Override
    public void loadFailed(Throwable failure, Outbox out) {
        end.loadFailed(failure, out);
    }
}
