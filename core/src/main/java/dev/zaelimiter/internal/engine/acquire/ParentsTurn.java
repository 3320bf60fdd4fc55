package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.List;

/**
 * The parent of an entity that has to wait itself. It is charged when the entity's turn has come, and not before: what
 * a slow entity's requests wait for would be missing to all others of that parent, long before anybody uses it. Before
 * the wait begins the parent is only looked at: who would be refused by it as it stands is refused now.
 */
final class ParentsTurn implements DebtWait.Sleeper {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Limiters limiters;
    private final Engine engine;
    private final Flow flow;
    private final DecisionReporter reporter;
    private final Part child;
    private final Part parent;
    private final long startedNanos;
    private long beganNanos;

    ParentsTurn(Limiters limiters, Flow flow, DecisionReporter reporter, Part child, Part parent) {
        this.limiters = limiters;
        this.engine = limiters.engine();
        this.flow = flow;
        this.reporter = reporter;
        this.child = child;
        this.parent = parent;
        this.startedNanos = flow.deadlineNanos() - engine.options().deadlineNanos();
    }

    /** The acquire whose parent it is. Safe for use by many threads. */
    interface Flow extends Steps {

        /** Waits until what was taken as debt has come back. */
        void sleep(DebtWait.Sleeper sleeper, Outbox out);

        /** Ends it before its parent was asked. Its caller is told, unless it has ended already. */
        void end(BucketPipeline.Entry telling, Outbox out);

        /** The repository was closed while the child waited for its turn. */
        void closed(Outbox out);

        /** The child's turn has come: its parent is asked, by the rest of the wait and until a new deadline. */
        void childsTurn(BucketPipeline above, TakeRequest left, long untilNanos, long waitedMillis, Outbox out);
    }

    void begin(Outbox out) {
        FreshLook.at(
                parent.pipeline,
                flow.deadlineNanos(),
                flow.urgent(),
                out,
                (seen, o) -> flow.step(p -> looked(seen, p), o));
    }

    private void looked(boolean seen, Outbox out) {
        List<LimitStatus> above = seen ? reporter.statuses(parent) : List.of();
        if (above.stream().anyMatch(LimitStatus::exceeded)) {
            List<LimitStatus> all = LeaseStatuses.both(reporter.statuses(child), above);
            flow.end(o -> reporter.refused(new Demand.Outcome.Refused(all, -1, false), all, o), out);
            return;
        }
        beganNanos = engine.environment().monotonicNanos();
        flow.sleep(this, out);
    }

    /** Whatever it waited for, and whatever its store took for it, it ends within its wait and one deadline. */
    @Override
    public void over(Outbox out) {
        flow.step(this::next, out);
    }

    private void next(Outbox out) {
        long now = engine.environment().monotonicNanos();
        long waitNanos = parent.take.waitMillis() * NANOS_PER_MILLI;
        long leftMillis = Math.max(0, (waitNanos - (now - startedNanos)) / NANOS_PER_MILLI);
        long deadlineNanos = engine.options().deadlineNanos();
        long untilNanos = now + Math.min(deadlineNanos, waitNanos + deadlineNanos - (now - startedNanos));
        BucketPipeline home = limiters.pipeline(parent.pipeline.entity(), parent.pipeline.resource());
        TakeRequest left = parent.take.waiting(leftMillis);
        long waitedMillis = (now - beganNanos + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI;
        flow.childsTurn(limiters.router().route(home, left), left, untilNanos, waitedMillis, out);
    }

    @Override
    public void closed(Outbox out) {
        flow.closed(out);
    }

    @Override
    public void withdrawn(Outbox out) {
        // What the entity was granted goes back by the flow itself.
    }
}
