package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Contention;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.shards.ShardRouter;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One acquire on its way: the entity's bucket and, where it cascades, the parent's.
 *
 * <p>{@link AskOrder} says who is asked when. If one refuses, the other's tokens go back. A process that dies between
 * leaves less admitted, never more.
 *
 * <p>Each step runs on the thread that brought the last; steps of child and parent may meet, hence the lock, which is
 * held for a few instructions and never while anything is called.
 */
final class AcquireFlow implements AskOrder.Flow {

    /** Each of the most shards a few times, and the first in between. */
    private static final int MOST_MOVES = 8 * Shares.MAX;

    private final Limiters limiters;
    private final Engine engine;
    private final AcquireRequest request;
    private final TakeRequest take;
    private final Completion completion;
    private final DecisionReporter reporter;
    private final boolean urgent;
    private long deadlineNanos;
    private final long configMark;
    /** The shard that was chosen first. */
    private final BucketPipeline child;

    private final Parts parts = new Parts();
    private @Nullable DebtWait wait;
    private boolean withdrawn;
    private int moves;
    private volatile boolean finished;
    /** How long the child waited until it was its turn. */
    private long turnMillis;

    AcquireFlow(
            Limiters limiters,
            AcquireRequest request,
            BucketPipeline child,
            TakeRequest take,
            boolean urgent,
            Completion completion) {
        this.limiters = limiters;
        this.engine = limiters.engine();
        this.request = request;
        this.urgent = urgent;
        this.completion = completion;
        if (engine.store().traits().answersTakeTime()) {
            deadlineNanos();
        }
        this.configMark = engine.configs().mark();
        this.child = child;
        this.take = take;
        this.reporter = new DecisionReporter(limiters, request, take, completion);
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
            broken(thrown, out);
        }
    }

    /**
     * Something was thrown on the way, by whatever was called: what was asked and reckoned is taken back, and the
     * caller hears of it. Whoever brought this step has others to serve.
     */
    private void broken(Throwable thrown, Outbox out) {
        if (finish()) {
            parts.withdraw();
            reporter.broken(parts, thrown, out);
        } else {
            engine.telemetry().fault(thrown);
        }
    }

    /** Where it ends. */
    Completion completion() {
        return completion;
    }

    @Override
    public boolean isOver() {
        return finished;
    }

    /** False if it has finished already. */
    private synchronized boolean finish() {
        boolean first = !finished;
        finished = true;
        return first;
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
            broken(thrown, out);
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
    private synchronized boolean replace(Part part, Part next) {
        if (!finished && ++moves <= MOST_MOVES) {
            parts.replace(part, next);
            return true;
        }
        return false;
    }

    private void ended(Part part, Demand.Outcome ended, Outbox out) {
        Parts.Next next;
        boolean late;
        synchronized (this) {
            // Whoever finishes later finds this answer. To ask afterwards would be too late: the other bucket may have
            // answered meanwhile, on another thread, and what both gave is in a lease by now.
            late = finished;
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
        synchronized (this) {
            if (finished) {
                return;
            }
            deadlineNanos = untilNanos;
            turnMillis = waitedMillis;
            parts.childsTurn(next);
        }
        next.ask(urgent, out);
    }

    @Override
    public void conclude(Outbox out) {
        if (!finish()) {
            parts.undo(out);
            return;
        }
        FlowLease lease;
        try {
            lease = conclusion(out);
        } catch (RuntimeException | Error thrown) {
            reporter.broken(parts, thrown, out);
            return;
        }
        if (lease != null) {
            granted(lease, Objects.requireNonNull(parts.child()), parts.parent(), out);
        }
    }

    /** The lease if all was granted; otherwise its caller is told, and what was granted goes back. */
    private @Nullable FlowLease conclusion(Outbox out) {
        if (!(parts.worst() instanceof Demand.Outcome.Granted)) {
            reporter.notGranted(parts, child, this, out);
            return null;
        }
        Part first = Objects.requireNonNull(parts.child());
        Part second = parts.parent();
        UnknownLimitException unknown = reporter.unknown(first, second);
        if (unknown != null) {
            parts.undo(out);
            completion.failed(unknown, out);
            return null;
        }
        FlowLease lease = reporter.lease(first, second);
        engine.telemetry().granted(request, turnMillis + parts.waitMillis());
        return lease;
    }

    private void granted(FlowLease lease, Part first, @Nullable Part second, Outbox out) {
        if (parts.waitMillis() == 0) {
            completion.decided(new Decision.Granted(lease), out);
            return;
        }
        try {
            sleep(new LeaseWait(lease, () -> reporter.standing(first, second), completion), out);
        } catch (RuntimeException | Error thrown) {
            reporter.broken(thrown, out);
        }
    }

    @Override
    public void sleep(DebtWait.Sleeper sleeper, Outbox out) {
        DebtWait begun = new DebtWait(engine, limiters.shutdown(), child, sleeper, parts.debts());
        boolean gone;
        synchronized (this) {
            gone = withdrawn;
            wait = begun;
        }
        if (gone) {
            begun.withdraw(out);
            return;
        }
        try {
            begun.begin(out);
        } catch (RuntimeException | Error thrown) {
            // What is held goes back: nobody would ever wake up for it.
            begun.withdraw(out);
            throw thrown;
        }
    }

    @Override
    public boolean end(Outbox out) {
        boolean mine = finish();
        if (mine) {
            parts.undo(out);
        }
        return mine;
    }

    @Override
    public void closed(Outbox out) {
        if (end(out)) {
            completion.failed(new RepositoryClosedException(), out);
        }
    }

    /** The caller has gone: what is queued leaves the queue, what is under way or granted goes back. */
    void withdraw(Outbox out) {
        boolean undo;
        DebtWait begun;
        synchronized (this) {
            undo = !finished;
            finished = true;
            withdrawn = true;
            begun = wait;
        }
        parts.withdraw();
        if (undo) {
            parts.undo(out);
        }
        if (begun != null) {
            begun.withdraw(out);
        }
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
            broken(thrown, out);
        }
    }

    @Override
    public void loadFailed(Throwable failure, Outbox out) {
        if (finish()) {
            parts.withdraw();
            parts.undo(out);
            if (failure instanceof RateLimiterException known) {
                completion.failed(known, out);
            } else {
                reporter.unavailable(parts, child, failure, out);
            }
        }
    }
}
