package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.Takes;
import dev.zaelimiter.internal.engine.shards.Shards;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One acquire on its way: the entity's bucket and, where it cascades, the parent's.
 *
 * <p>Both are asked at once if both last images hold comfortably more than is asked; else the child first, so that two
 * requests for the one last token do not undo each other. If one refuses, the other's tokens go back. A process that
 * dies between leaves less admitted, never more. A child that has to wait charges its parent when its turn has come
 * ({@link ParentsTurn}).
 *
 * <p>Each step runs on the thread that brought the last; steps of child and parent may meet, hence the lock, which is
 * held for a few instructions and never while anything is called.
 */
final class AcquireFlow {

    /** Each of the most shards a few times, and the first in between. */
    private static final int MOST_MOVES = 8 * Shares.MAX;

    private static final long CONTENDED_RETRY_MILLIS = 100;

    private final Limiters limiters;
    private final Engine engine;
    private final AcquireRequest request;
    private final Takes takes;
    private final Completion completion;
    private final Verdict verdict;
    private final boolean urgent;
    private long deadlineNanos;
    private final long configMark;
    private final BucketPipeline child;

    private final Parts parts = new Parts();
    private @Nullable Wait wait;
    private boolean withdrawn;
    private int moves;
    private boolean parentReady;
    private boolean submitted;
    private boolean finished;
    /** How long the child waited until it was its turn. */
    private long turnMillis;

    AcquireFlow(
            Limiters limiters,
            AcquireRequest request,
            BucketPipeline child,
            Takes takes,
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
        this.takes = takes;
        this.verdict = new Verdict(limiters, request, takes, completion);
    }

    /** On a store in memory most acquires end before it is worth looking at the clock, so this is done when asked. */
    long deadlineNanos() {
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

    private Part part(BucketPipeline pipeline, boolean tolerant) {
        return new Part(this, pipeline, takes, configMark, tolerant);
    }

    void start(Outbox out) {
        Lineage lineage = child.outlook().lineage();
        if (lineage == null) {
            load(child, out, this::childLoaded);
        } else {
            withLineage(lineage, out);
        }
    }

    private void childLoaded(Outbox out) {
        synchronized (this) {
            if (finished) {
                // Cancelled while the bucket was read: nothing has been asked of anybody.
                return;
            }
        }
        withLineage(child.outlook().lineage(), out);
    }

    private void withLineage(@Nullable Lineage lineage, Outbox out) {
        if (!limiters.shards().mayWaitInVain(child, takes)) {
            ask(child, lineage, out);
            return;
        }
        FreshLook.at(
                child,
                deadlineNanos(),
                urgent,
                out,
                (seen, o) -> ask(seen ? limiters.shards().route(child.home(), takes) : child, lineage, o));
    }

    private void ask(BucketPipeline own, @Nullable Lineage lineage, Outbox out) {
        synchronized (this) {
            if (finished) {
                return;
            }
        }
        if (lineage == null || !lineage.cascade() || lineage.parent() == null) {
            Part only = part(own, false);
            parts.set(only);
            only.ask(urgent, out);
            return;
        }
        BucketPipeline above = limiters.shards().route(limiters.pipeline(lineage.parent(), request.resource()), takes);
        Part first = part(own, true);
        Part second = part(above, true);
        parts.set(first, second);
        boolean known = above.outlook().loaded();
        if (known && own.outlook().comfortable(takes) && above.outlook().comfortable(takes)) {
            submitted = true;
            first.ask(urgent, out);
            second.ask(urgent, out);
        } else {
            if (!known) {
                load(above, out, o -> parentLoaded(o));
            } else {
                parentReady = true;
            }
            first.ask(urgent, out);
        }
    }

    private void parentLoaded(Outbox out) {
        boolean go;
        synchronized (this) {
            parentReady = true;
            go = parts.childAnswered() && !submitted;
        }
        if (go) {
            afterChild(out);
        }
    }

    void partEnded(Part part, Demand.Outcome ended, Outbox out) {
        Part next = ended instanceof Demand.Outcome.Refused ? part.elsewhere(limiters.shards()) : null;
        if (next != null && replace(part, next)) {
            next.ask(urgent, out);
        } else {
            ended(part, ended, out);
        }
    }

    Shards shards() {
        return limiters.shards();
    }

    /** A part has left its shard for another. */
    void moved(Part part, Part next, Outbox out) {
        if (replace(part, next)) {
            next.ask(urgent, out);
        } else {
            ended(
                    part,
                    new Demand.Outcome.Refused(part.statuses(limiters.shards()), CONTENDED_RETRY_MILLIS, false),
                    out);
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
        boolean all;
        boolean next;
        boolean late;
        synchronized (this) {
            parts.answered(part, ended);
            late = finished;
            all = parts.allAnswered();
            next = !all && parts.isChild(part) && !submitted && parentReady;
        }
        if (late) {
            parts.undo(part, out);
        } else if (all) {
            conclude(out);
        } else if (next) {
            afterChild(out);
        }
    }

    /** The child has answered, and the parent is known: on to the parent, or to the end. */
    private void afterChild(Outbox out) {
        Part first = parts.child();
        Part second = parts.parent();
        if (first == null || second == null) {
            return;
        }
        synchronized (this) {
            if (submitted) {
                return;
            }
            submitted = true;
        }
        if (!first.granted()) {
            conclude(out);
        } else if (parts.waitMillis(first) == 0) {
            second.ask(urgent, out);
        } else {
            new ParentsTurn(limiters, this, verdict, first, second).begin(out);
        }
    }

    boolean urgent() {
        return urgent;
    }

    /** The child's turn has come: its parent is asked, by the rest of the wait and until a new deadline. */
    void childsTurn(BucketPipeline above, Takes left, long untilNanos, long waitedMillis, Outbox out) {
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

    /** Everybody asked has answered. */
    private void conclude(Outbox out) {
        boolean late;
        synchronized (this) {
            late = finished;
            finished = true;
        }
        if (late) {
            parts.undo(out);
            return;
        }
        Demand.Outcome worst = parts.worst();
        Part first = Objects.requireNonNull(parts.child());
        Part second = parts.parent();
        if (worst instanceof Demand.Outcome.Granted) {
            granted(first, second, out);
        } else if (worst instanceof Demand.Outcome.Refused refused && second != null && second.outcome == null) {
            verdict.refusedByTheChild(refused, first, second, this, out);
        } else if (worst instanceof Demand.Outcome.Refused refused) {
            // Before anything goes back: the statuses are those that the request met.
            List<LimitStatus> statuses = verdict.statuses(first, second);
            parts.undo(out);
            verdict.refused(refused, statuses, out);
        } else if (worst instanceof Demand.Outcome.Unavailable unavailable) {
            parts.undo(out);
            verdict.unavailable(parts, child, unavailable.cause(), out);
        } else if (worst instanceof Demand.Outcome.Failed failed) {
            parts.undo(out);
            completion.failed(failed.cause(), out);
        }
    }

    private void granted(Part first, @Nullable Part second, Outbox out) {
        UnknownLimitException unknown = verdict.unknown(first, second);
        if (unknown != null) {
            parts.undo(out);
            completion.failed(unknown, out);
            return;
        }
        long millis = parts.waitMillis();
        engine.telemetry().granted(request, turnMillis + millis);
        LeaseImpl lease = verdict.lease(first, second);
        if (millis == 0) {
            completion.decided(new Decision.Granted(lease), out);
        } else {
            sleep(new LeaseWait(lease, completion), out);
        }
    }

    /** Waits until what was taken as debt has come back. */
    void sleep(Wait.Sleeper sleeper, Outbox out) {
        Wait begun = new Wait(limiters, child, sleeper, parts.debts());
        boolean gone;
        synchronized (this) {
            gone = withdrawn;
            wait = begun;
        }
        if (gone) {
            begun.withdraw();
        } else {
            begun.begin(out);
        }
    }

    /** Ends it before its parent was asked. False if it has ended already. */
    boolean end(Outbox out) {
        boolean mine;
        synchronized (this) {
            mine = !finished;
            finished = true;
        }
        if (mine) {
            parts.undo(out);
        }
        return mine;
    }

    /** The repository was closed while the child waited for its turn. */
    void closed(Outbox out) {
        if (end(out)) {
            completion.failed(new RepositoryClosedException(), out);
        }
    }

    /** The caller has gone: what is queued leaves the queue, what is under way or granted goes back. */
    void withdraw(Outbox out) {
        boolean undo;
        Wait begun;
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
            begun.withdraw();
        }
    }

    private void load(BucketPipeline pipeline, Outbox out, BucketPipeline.Entry then) {
        pipeline.load(new Loading(this, then), urgent, out);
    }

    void loadFailed(Throwable failure, Outbox out) {
        boolean first;
        synchronized (this) {
            first = !finished;
            finished = true;
        }
        if (first) {
            parts.withdraw();
            parts.undo(out);
            if (failure instanceof RateLimiterException known) {
                completion.failed(known, out);
            } else {
                verdict.unavailable(parts, child, failure, out);
            }
        }
    }
}
