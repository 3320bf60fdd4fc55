package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How one acquire ends: once, whoever comes first of its buckets, its caller and the end of the repository. Whatever is
 * thrown on the way there, its caller hears, and what nobody has goes back.
 *
 * <p>Its lock, {@code this}, is that of the whole acquire: whoever changes how far it has got holds it, so that whoever
 * ends it sees the change. It is held for a few instructions and never while anything is called.
 */
final class AcquireEnd {

    private final Limiters limiters;
    private final AcquireRequest request;
    /** The shard that was chosen first. */
    private final BucketPipeline child;

    private final Parts parts;
    private final DecisionReporter reporter;
    private final Completion completion;
    private @Nullable DebtWait wait;
    private boolean withdrawn;
    private volatile boolean finished;
    /** How long the child waited until it was its turn. */
    private long turnMillis;

    AcquireEnd(
            Limiters limiters,
            AcquireRequest request,
            BucketPipeline child,
            Parts parts,
            DecisionReporter reporter,
            Completion completion) {
        this.limiters = limiters;
        this.request = request;
        this.child = child;
        this.parts = parts;
        this.reporter = reporter;
        this.completion = completion;
    }

    /** Where it ends. */
    Completion completion() {
        return completion;
    }

    /** Whether nobody waits for it any more. */
    boolean isOver() {
        return finished;
    }

    /** False if it has finished already. */
    private synchronized boolean finish() {
        boolean first = !finished;
        finished = true;
        return first;
    }

    /** The child has waited so long, and its parent is asked now. */
    synchronized void waited(long waitedMillis) {
        turnMillis = waitedMillis;
    }

    /**
     * Something was thrown on the way, by whatever was called: what was asked and reckoned is taken back, and the
     * caller hears of it. Whoever brought this step has others to serve.
     */
    void broken(Throwable thrown, Outbox out) {
        if (finish()) {
            parts.withdraw();
            reporter.broken(parts, thrown, out);
        } else {
            limiters.engine().telemetry().fault(thrown);
        }
    }

    /** Everybody asked has answered. */
    void conclude(Urgency caller, Outbox out) {
        if (!finish()) {
            parts.undo(out);
            return;
        }
        FlowLease lease;
        try {
            lease = conclusion(caller, out);
        } catch (RuntimeException | Error thrown) {
            reporter.broken(parts, thrown, out);
            return;
        }
        if (lease != null) {
            granted(lease, Objects.requireNonNull(parts.child()), parts.parent(), out);
        }
    }

    /** Its caller is told, of whatever is thrown meanwhile too: nobody else would tell him. */
    private void tell(BucketPipeline.Entry telling, Outbox out) {
        try {
            telling.run(out);
        } catch (RuntimeException | Error thrown) {
            reporter.broken(parts, thrown, out);
        }
    }

    /** The lease if all was granted; otherwise its caller is told, and what was granted goes back. */
    private @Nullable FlowLease conclusion(Urgency caller, Outbox out) {
        if (!(parts.worst() instanceof Demand.Outcome.Granted)) {
            reporter.notGranted(parts, child, caller, out);
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
        limiters.engine().telemetry().granted(request, turnMillis + parts.waitMillis());
        return lease;
    }

    /** From here on it is the lease that holds what was granted. */
    private void granted(FlowLease lease, Part first, @Nullable Part second, Outbox out) {
        try {
            if (parts.waitMillis() == 0) {
                completion.decided(new Decision.Granted(lease), out);
            } else {
                sleep(new LeaseWait(lease, () -> reporter.standing(first, second), completion), out);
            }
        } catch (RuntimeException | Error thrown) {
            try {
                lease.giveBackQuietly(out);
            } finally {
                reporter.broken(thrown, out);
            }
        }
    }

    /** Waits until what was taken as debt has come back. */
    void sleep(DebtWait.Sleeper sleeper, Outbox out) {
        DebtWait begun = new DebtWait(limiters.engine(), limiters.shutdown(), child, sleeper, parts.debts());
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
            // What is held goes back: nobody would ever wake up for it. But what a caller was told that he has is his.
            if (begun.withdraw(out)) {
                throw thrown;
            }
            limiters.engine().telemetry().fault(thrown);
        }
    }

    /** Ends it before all were asked: what was granted goes back. Nothing is told if it has ended already. */
    void end(BucketPipeline.Entry telling, Outbox out) {
        if (finish()) {
            parts.undo(out);
            tell(telling, out);
        }
    }

    void closed(Outbox out) {
        end(o -> completion.failed(new RepositoryClosedException(), o), out);
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

    /** A bucket could not be read. */
    void loadFailed(Throwable failure, Outbox out) {
        if (finish()) {
            parts.withdraw();
            parts.undo(out);
            tell(
                    o -> {
                        if (failure instanceof RateLimiterException known) {
                            completion.failed(known, o);
                        } else {
                            reporter.unavailable(parts, child, failure, o);
                        }
                    },
                    out);
        }
    }
}
