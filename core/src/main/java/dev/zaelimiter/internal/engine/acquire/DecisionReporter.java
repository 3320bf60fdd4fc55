package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.Access;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.LimiterFaultException;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.UnknownLimitException;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.pipeline.Switched;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Tells the caller what has become of its request, and the engine's counters and listener. */
final class DecisionReporter {

    private static final long MOVED_RETRY_MILLIS = 100;

    private final Limiters limiters;
    private final AcquireRequest request;
    private final TakeRequest take;
    private final Completion completion;

    DecisionReporter(Limiters limiters, AcquireRequest request, TakeRequest take, Completion completion) {
        this.limiters = limiters;
        this.request = request;
        this.take = take;
        this.completion = completion;
    }

    /** What to throw if neither bucket knows a name; null if one of them does. */
    @Nullable
    UnknownLimitException unknown(Part child, @Nullable Part parent) {
        if (parent == null || child.unknown == null || parent.unknown == null) {
            return null;
        }
        Set<String> nowhere = new TreeSet<>(child.unknown);
        nowhere.retainAll(parent.unknown);
        if (nowhere.isEmpty()) {
            return null;
        }
        Set<String> known = child.pipeline.outlook().limitNames(take);
        known.addAll(parent.pipeline.outlook().limitNames(take));
        return new UnknownLimitException(
                request.entity(), request.resource(), nowhere.iterator().next(), known);
    }

    /**
     * Not all that was asked is granted: what is goes back, and the caller is told. Of the shard that was chosen first.
     */
    void notGranted(Parts parts, BucketPipeline chosen, Urgency caller, Outbox out) {
        Demand.Outcome worst = parts.worst();
        Part child = Objects.requireNonNull(parts.child());
        Part parent = parts.parent();
        if (worst instanceof Demand.Outcome.Refused refused && parent != null && parent.outcome == null) {
            refusedByTheChild(refused, parts, child, parent, caller, out);
        } else if (worst instanceof Demand.Outcome.Refused refused && parent != null && child.outcome == null) {
            refusedByTheParent(refused, parts, child, parent, caller, out);
        } else if (worst instanceof Demand.Outcome.Refused refused) {
            putInOrder(
                    parts,
                    child,
                    caller,
                    out,
                    o -> putInOrder(parts, parent, caller, o, p -> {
                        // Before anything goes back: the statuses are those that the request met.
                        List<LimitStatus> statuses = lasting(statuses(child, parent), child, parent);
                        parts.undo(p);
                        refused(refused, statuses, p);
                    }));
        } else if (worst instanceof Demand.Outcome.Unavailable unavailable) {
            parts.undo(out);
            unavailable(parts, chosen, unavailable.cause(), out);
        } else if (worst instanceof Demand.Outcome.Failed failed) {
            parts.undo(out);
            completion.failed(failed.cause(), out);
        }
    }

    FlowLease lease(Part child, @Nullable Part parent) {
        FlowLease lease = new FlowLease(
                limiters, request, child.origin(), parent == null ? null : parent.origin(), standing(child, parent));
        lease.grantedBy(
                BucketSnapshot.ownerBy(child.granting()),
                BucketSnapshot.ownerBy(parent == null ? null : parent.granting()));
        lease.missed(child.missed(), parent == null ? Tokens.NONE : parent.missed());
        lease.bypassed(child.bypassed, parent != null && parent.bypassed);
        lease.grantedAt(child.place, parent == null ? 0 : parent.place);
        return lease;
    }

    /** How the limits stand now, by what granted the request, or if it had to wait since then, by what is known now. */
    Standing standing(Part child, @Nullable Part parent) {
        long now = limiters.engine().environment().wallMillis();
        Standing own = limiters.statuses().after(child, now);
        return parent == null ? own : own.and(limiters.statuses().after(parent, now));
    }

    /** How the limits of one bucket were before this request. */
    List<LimitStatus> statuses(Part part) {
        return limiters.statuses().before(part);
    }

    /** The entity's limits as they were before this request, then the parent's. */
    List<LimitStatus> statuses(Part child, @Nullable Part parent) {
        return parent == null ? statuses(child) : LeaseStatuses.both(statuses(child), statuses(parent));
    }

    /**
     * Refused before the parent was asked. What is told of the parent is as young as what the child was refused from;
     * of one that can't be seen in time nothing is told.
     */
    private void refusedByTheChild(
            Demand.Outcome.Refused refused, Parts parts, Part child, Part parent, Urgency caller, Outbox out) {
        putInOrder(parts, child, caller, out, o -> {
            List<LimitStatus> own = statuses(child);
            look(
                    parts,
                    parent,
                    caller,
                    o,
                    (seen, p) -> refused(
                            refused,
                            seen ? lasting(LeaseStatuses.both(own, statuses(parent)), child, parent) : own,
                            p));
        });
    }

    /** Refused by the parent before the child was asked. What is told of the child is as young, or nothing is. */
    private void refusedByTheParent(
            Demand.Outcome.Refused refused, Parts parts, Part child, Part parent, Urgency caller, Outbox out) {
        putInOrder(parts, parent, caller, out, o -> {
            List<LimitStatus> above = statuses(parent);
            look(
                    parts,
                    child,
                    caller,
                    o,
                    (seen, p) -> refused(
                            refused,
                            seen ? lasting(LeaseStatuses.both(statuses(child), above), child, parent) : above,
                            p));
        });
    }

    /**
     * Has what was not asked of a bucket put in order, before anything is told of it. Whether that can be done in time
     * or not, it goes on.
     */
    private void putInOrder(Parts parts, @Nullable Part asked, Urgency caller, Outbox out, BucketPipeline.Entry then) {
        if (asked == null) {
            then.run(out);
        } else {
            FreshLook.order(
                    asked.pipeline,
                    asked.take,
                    caller.deadlineNanos(),
                    caller.urgent(),
                    out,
                    told(parts, (seen, o) -> then.run(o)));
        }
    }

    private void look(Parts parts, Part other, Urgency caller, Outbox out, FreshLook.Then then) {
        FreshLook.inOrder(other.pipeline, caller.deadlineNanos(), caller.urgent(), out, told(parts, then));
    }

    /** Whatever is thrown then, the caller hears of it: nobody else would tell him. */
    private FreshLook.Then told(Parts parts, FreshLook.Then then) {
        return (seen, out) -> {
            try {
                then.looked(seen, out);
            } catch (RuntimeException | Error thrown) {
                broken(parts, thrown, out);
            }
        };
    }

    /**
     * Something was thrown on the way, by whatever was called: what was granted goes back, and the caller hears of it.
     */
    void broken(Parts parts, Throwable thrown, Outbox out) {
        parts.undo(out);
        broken(thrown, out);
    }

    /** The same where what was granted went back. */
    void broken(Throwable thrown, Outbox out) {
        limiters.engine().telemetry().fault(thrown);
        completion.failed(LimiterFaultException.of(thrown.getClass().getName() + ", see its cause", thrown), out);
    }

    private List<LimitStatus> lasting(List<LimitStatus> told, Part child, @Nullable Part parent) {
        return new LastingTimes(
                        limiters.router(), take, limiters.engine().environment().wallMillis())
                .of(told, child, parent);
    }

    void refused(Demand.Outcome.Refused refused, List<LimitStatus> statuses, Outbox out) {
        // What was missing may be there by now: others gave it back, or another shard has it, while the last one was
        // asked.
        boolean moved = statuses.stream().noneMatch(LimitStatus::exceeded);
        long retry =
                moved ? Math.max(refused.contendedRetryMillis(), MOVED_RETRY_MILLIS) : refused.contendedRetryMillis();
        Refusal refusal = retry < 0
                ? Refusal.exceeded(request.entity(), request.resource(), statuses)
                : Refusal.contended(request.entity(), request.resource(), statuses, retry);
        limiters.engine().telemetry().refused(refusal, refused.local());
        completion.decided(new Decision.Refused(refusal), out);
    }

    /** Whether the caller is let through although the store did not answer. */
    private boolean admitsUnanswered() {
        return limiters.engine().policy(request) == OnUnavailable.ALLOW;
    }

    /**
     * What to throw if the configuration, as far as it is known without the store, admits no request; otherwise null.
     */
    private @Nullable ResourceDisabledException disabled(BucketPipeline child, @Nullable Part parent) {
        ResourceDisabledException own = disabled(child);
        return own != null || parent == null ? own : disabled(parent.pipeline);
    }

    private @Nullable ResourceDisabledException disabled(BucketPipeline bucket) {
        Resolution known = limiters.engine()
                .configs()
                .peek(ConfigKeys.of(limiters.engine().keys(), bucket.entity(), bucket.resource()));
        return known == null || known.access() != Access.DISABLED
                ? null
                : Switched.disabled(bucket.entity(), bucket.resource(), Objects.requireNonNull(known.accessLevel()));
    }

    /** The store gave no answer. What lands late is charged if the caller is let through all the same. */
    void unavailable(Parts parts, BucketPipeline child, @Nullable Throwable cause, Outbox out) {
        ResourceDisabledException disabled = disabled(child, parts.parent());
        if (disabled != null) {
            completion.failed(disabled, out);
            return;
        }
        // Whoever is told that the repository is closed is not let through: what lands late is lost, and said so.
        boolean admitted = !limiters.engine().closed() && admitsUnanswered();
        if (admitted) {
            parts.keepIfLate();
        }
        unavailable(admitted, child, cause, out);
    }

    private void unavailable(boolean admitted, BucketPipeline child, @Nullable Throwable cause, Outbox out) {
        if (!admitted && limiters.engine().closed()) {
            // The way to the store was shut meanwhile: that is no outage.
            completion.failed(new RepositoryClosedException(), out);
            return;
        }
        limiters.engine().telemetry().degraded(request, admitted, cause);
        if (admitted) {
            completion.decided(new Decision.Granted(new DegradedLease(limiters, request, child)), out);
            return;
        }
        String what = "the store gave no answer within the deadline of "
                + limiters.engine().options().deadlineNanos() / 1_000_000 + " ms"
                + (cause == null ? "" : " (" + cause.getMessage() + ")");
        completion.failed(new RateLimiterUnavailableException(request.entity(), request.resource(), what, cause), out);
    }
}
