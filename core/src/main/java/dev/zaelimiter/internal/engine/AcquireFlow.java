package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * One acquire on its way: the entity's bucket and, where it cascades, the parent's.
 *
 * <p>Both are asked at once if both last images hold comfortably more than is asked; else the child first, so that two
 * requests for the one last token do not undo each other. If one refuses, the other's tokens go back. A process that
 * dies between leaves less admitted, never more.
 *
 * <p>Each step runs on the thread that brought the last; steps of child and parent may meet, hence the lock, which is
 * held for a few instructions and never while anything is called.
 */
final class AcquireFlow {

    private final Engine engine;
    private final AcquireRequest request;
    private final Takes takes;
    private final Completion completion;
    private final boolean urgent;
    private long deadlineNanos;
    private final long configMark;
    private final BucketPipeline child;

    private @Nullable BucketPipeline parent;
    private @Nullable Part childPart;
    private @Nullable Part parentPart;
    private @Nullable LeaseImpl waitingLease;
    private Environment.@Nullable Timer waitTimer;
    private boolean withdrawn;
    private boolean parentReady;
    private boolean submitted;
    private boolean finished;

    AcquireFlow(
            Engine engine,
            AcquireRequest request,
            BucketPipeline child,
            Takes takes,
            boolean urgent,
            Completion completion) {
        this.engine = engine;
        this.request = request;
        this.urgent = urgent;
        this.completion = completion;
        if (engine.store().traits().remote()) {
            deadlineNanos();
        }
        this.configMark = engine.configs().mark();
        this.child = child;
        this.takes = takes;
    }

    /** The take from one bucket. */
    private final class Part extends Demand {
        private final BucketPipeline pipeline;
        private @Nullable Outcome outcome;
        private boolean undone;

        Part(BucketPipeline pipeline, boolean tolerant) {
            super(AcquireFlow.this.takes, AcquireFlow.this.configMark, tolerant);
            this.pipeline = pipeline;
        }

        @Override
        long deadlineNanos() {
            return AcquireFlow.this.deadlineNanos();
        }

        @Override
        void completed(Outcome ended, Outbox out) {
            if (parent == null) {
                synchronized (AcquireFlow.this) {
                    outcome = ended;
                }
                conclude(out);
            } else {
                partEnded(this, ended, out);
            }
        }
    }

    /** On a store in memory most acquires end before it is worth looking at the clock, so this is done when asked. */
    private long deadlineNanos() {
        if (deadlineNanos == 0) {
            long deadline =
                    engine.environment().monotonicNanos() + engine.options().deadlineNanos();
            deadlineNanos = deadline == 0 ? 1 : deadline;
        }
        return deadlineNanos;
    }

    /** The demand of an acquire that has gone the short way. */
    Demand only() {
        Part only = new Part(child, false);
        childPart = only;
        return only;
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
        if (lineage == null || !lineage.cascade() || lineage.parent() == null) {
            child.submit(only(), urgent, out);
            return;
        }
        BucketPipeline above = engine.pipeline(lineage.parent(), request.resource());
        Part first = new Part(child, true);
        Part second = new Part(above, true);
        synchronized (this) {
            parent = above;
            childPart = first;
            parentPart = second;
        }
        boolean known = above.outlook().loaded();
        if (known && engine.atOnce().allowed(child, above, takes)) {
            submitted = true;
            child.submit(first, urgent, out);
            above.submit(second, urgent, out);
        } else {
            if (!known) {
                load(above, out, o -> parentLoaded(o));
            } else {
                parentReady = true;
            }
            child.submit(first, urgent, out);
        }
    }

    private void parentLoaded(Outbox out) {
        boolean go;
        synchronized (this) {
            parentReady = true;
            go = childPart != null && childPart.outcome != null && !submitted;
        }
        if (go) {
            afterChild(out);
        }
    }

    private void partEnded(Part part, Demand.Outcome ended, Outbox out) {
        boolean both;
        boolean next;
        boolean late;
        synchronized (this) {
            part.outcome = ended;
            late = finished;
            both = childPart != null && childPart.outcome != null && parentPart != null && parentPart.outcome != null;
            next = !both && part == childPart && !submitted && parentReady;
        }
        if (late) {
            undo(part, out);
        } else if (both) {
            conclude(out);
        } else if (next) {
            afterChild(out);
        }
    }

    /** The child has answered, and the parent is known: on to the parent, or to the end. */
    private void afterChild(Outbox out) {
        Part first = childPart;
        Part second = parentPart;
        if (first == null || second == null) {
            return;
        }
        synchronized (this) {
            if (submitted) {
                return;
            }
            submitted = true;
        }
        if (first.outcome instanceof Demand.Outcome.Granted) {
            second.pipeline.submit(second, urgent, out);
        } else {
            conclude(out);
        }
    }

    /** Everybody asked has answered. */
    private void conclude(Outbox out) {
        boolean late;
        synchronized (this) {
            late = finished;
            finished = true;
        }
        if (late) {
            undo(out);
            return;
        }
        Part first = childPart;
        if (first == null || first.outcome == null) {
            throw new IllegalStateException("concluded before the child answered");
        }
        Demand.Outcome worst = first.outcome;
        if (parentPart != null && parentPart.outcome != null) {
            worst = worse(worst, parentPart.outcome);
        }
        if (worst instanceof Demand.Outcome.Granted) {
            granted(first, out);
            return;
        }
        List<LimitStatus> statuses =
                worst instanceof Demand.Outcome.Refused refused ? statuses(first, refused) : List.of();
        undo(out);
        if (worst instanceof Demand.Outcome.Refused refused) {
            refused(refused, statuses, out);
        } else if (worst instanceof Demand.Outcome.Unavailable unavailable) {
            unavailable(unavailable.cause(), out);
        } else if (worst instanceof Demand.Outcome.Failed failed) {
            completion.failed(failed.cause(), out);
        }
    }

    private static Demand.Outcome worse(Demand.Outcome a, Demand.Outcome b) {
        return rank(b) > rank(a) ? b : a;
    }

    private static int rank(Demand.Outcome outcome) {
        if (outcome instanceof Demand.Outcome.Granted) {
            return 0;
        } else if (outcome instanceof Demand.Outcome.Refused) {
            return 1;
        }
        return outcome instanceof Demand.Outcome.Unavailable ? 2 : 3;
    }

    private void granted(Part first, Outbox out) {
        Part second = parentPart;
        if (second != null && first.unknown != null && second.unknown != null) {
            Set<String> nowhere = new TreeSet<>(first.unknown);
            nowhere.retainAll(second.unknown);
            if (!nowhere.isEmpty()) {
                undo(out);
                Set<String> known = child.outlook().limitNames(takes);
                known.addAll(second.pipeline.outlook().limitNames(takes));
                completion.failed(
                        new UnknownLimitException(
                                request.entity(),
                                request.resource(),
                                nowhere.iterator().next(),
                                known),
                        out);
                return;
            }
        }
        long wait = ((Demand.Outcome.Granted) Objects.requireNonNull(first.outcome)).waitMillis();
        if (second != null && second.outcome instanceof Demand.Outcome.Granted above) {
            wait = Math.max(wait, above.waitMillis());
        }
        engine.granted(request, wait);
        LeaseImpl lease = new LeaseImpl(engine, request, child, second == null ? null : second.pipeline, takes);
        lease.missed(missed(first), second == null ? null : missed(second));
        if (wait == 0) {
            completion.decided(new Decision.Granted(lease), out);
        } else {
            await(lease, wait, out);
        }
    }

    /** The tokens are taken, and come when the debt has come back: until then the caller may go, or the repository close. */
    private void await(LeaseImpl lease, long waitMillis, Outbox out) {
        boolean gone;
        synchronized (this) {
            gone = withdrawn;
            waitingLease = gone ? null : lease;
        }
        if (gone) {
            lease.giveBackQuietly();
            return;
        }
        engine.waits(this);
        Environment.Timer timer = engine.later(() -> child.enter(this::waited), waitMillis * 1_000_000);
        synchronized (this) {
            waitTimer = timer;
            gone = waitingLease == null;
        }
        if (gone) {
            timer.cancel();
            engine.waitsNoMore(this);
        } else if (engine.closed()) {
            closed(out);
        }
    }

    private void waited(Outbox out) {
        LeaseImpl lease = endWait();
        if (lease != null) {
            completion.decided(new Decision.Granted(lease), out);
        }
    }

    /** The repository closes: nobody waits any longer. */
    void closed(Outbox out) {
        LeaseImpl lease = endWait();
        if (lease != null) {
            lease.giveBackQuietly();
            completion.failed(new RepositoryClosedException(), out);
        }
    }

    /** The lease that is waited for, for the one who ends the wait; null for anybody else. */
    private @Nullable LeaseImpl endWait() {
        LeaseImpl lease;
        Environment.Timer timer;
        synchronized (this) {
            lease = waitingLease;
            timer = waitTimer;
            waitingLease = null;
            waitTimer = null;
        }
        if (lease != null) {
            engine.waitsNoMore(this);
            if (timer != null) {
                timer.cancel();
            }
        }
        return lease;
    }

    /** What a bucket was not asked for, since it lacks the limit; null for nothing. */
    private long @Nullable [] missed(Part part) {
        long[] missed = null;
        for (int k = 0; part.bound != null && k < part.bound.length; k++) {
            if (part.bound[k] < 0) {
                missed = missed == null ? new long[part.bound.length] : missed;
                missed[k] = takes.amounts()[k];
            }
        }
        return missed;
    }

    /** The entity's limits as they were before this request, then the parent's. */
    private List<LimitStatus> statuses(Part first, Demand.Outcome.Refused refused) {
        Part second = parentPart;
        if (second == null) {
            return refused.statuses();
        }
        List<LimitStatus> all = new ArrayList<>(statuses(first));
        all.addAll(statuses(second));
        return all;
    }

    private List<LimitStatus> statuses(Part part) {
        return part.outcome instanceof Demand.Outcome.Refused refused
                ? refused.statuses()
                : part.pipeline.outlook().statuses(takes, part.outcome instanceof Demand.Outcome.Granted);
    }

    private void refused(Demand.Outcome.Refused refused, List<LimitStatus> statuses, Outbox out) {
        Refusal refusal = refused.contendedRetryMillis() < 0
                ? Refusal.exceeded(request.entity(), request.resource(), statuses)
                : Refusal.contended(request.entity(), request.resource(), statuses, refused.contendedRetryMillis());
        engine.refused(refusal, refused.local());
        completion.decided(new Decision.Refused(refusal), out);
    }

    private void unavailable(@Nullable Throwable cause, Outbox out) {
        OnUnavailable policy = engine.policy(request);
        boolean admitted = policy == OnUnavailable.ALLOW;
        engine.degraded(request, admitted, cause);
        if (admitted) {
            keepIfLate(childPart);
            keepIfLate(parentPart);
            completion.decided(new Decision.Granted(LeaseImpl.degraded(engine, request, child, takes)), out);
        } else {
            completion.failed(
                    new RateLimiterUnavailableException(
                            request.entity(),
                            request.resource(),
                            "the store gave no answer within the deadline of "
                                    + engine.options().deadlineNanos() / 1_000_000 + " ms"
                                    + (cause == null ? "" : " (" + cause.getMessage() + ")"),
                            cause),
                    out);
        }
    }

    private static void keepIfLate(@Nullable Part part) {
        if (part != null) {
            part.keepIfLate = true;
        }
    }

    /** Gives back what was granted, where not all was. */
    private void undo(Outbox out) {
        undo(childPart, out);
        undo(parentPart, out);
    }

    private void undo(@Nullable Part part, Outbox out) {
        if (part == null) {
            return;
        }
        boolean mine;
        synchronized (this) {
            mine = part.outcome instanceof Demand.Outcome.Granted && !part.undone;
            part.undone |= mine;
        }
        if (mine) {
            List<String> names = new ArrayList<>();
            List<Long> amounts = new ArrayList<>();
            for (int k = 0; k < takes.names().length; k++) {
                if (part.bound == null || part.bound[k] >= 0) {
                    names.add(takes.names()[k]);
                    amounts.add(-takes.amounts()[k]);
                }
            }
            part.pipeline.adjust(names, amounts, out);
        }
    }

    /** The caller has gone: what is queued leaves the queue, what is under way or granted goes back. */
    void withdraw(Outbox out) {
        boolean undo;
        synchronized (this) {
            undo = !finished;
            finished = true;
            withdrawn = true;
        }
        LeaseImpl waiting = endWait();
        withdrawParts();
        if (undo) {
            undo(out);
        }
        if (waiting != null) {
            waiting.giveBackQuietly();
        }
    }

    private void withdrawParts() {
        Part first;
        Part second;
        synchronized (this) {
            first = childPart;
            second = parentPart;
        }
        if (first != null) {
            first.withdraw();
        }
        if (second != null) {
            second.withdraw();
        }
    }

    private void load(BucketPipeline pipeline, Outbox out, BucketPipeline.Entry then) {
        pipeline.load(
                new BucketPipeline.Look() {
                    @Override
                    public long deadlineNanos() {
                        return AcquireFlow.this.deadlineNanos();
                    }

                    @Override
                    public void looked(BucketState state, @Nullable Throwable failure, Outbox o) {
                        if (failure == null) {
                            then.run(o);
                        } else {
                            loadFailed(failure, o);
                        }
                    }
                },
                urgent,
                out);
    }

    private void loadFailed(Throwable failure, Outbox out) {
        boolean first;
        synchronized (this) {
            first = !finished;
            finished = true;
        }
        if (first) {
            withdrawParts();
            undo(out);
            if (failure instanceof RateLimiterException known) {
                completion.failed(known, out);
            } else {
                unavailable(failure, out);
            }
        }
    }
}
