package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import java.util.Objects;

/**
 * In which order one acquire asks the entity's bucket and, where it cascades, the parent's.
 *
 * <p>Both together if both last images hold comfortably more than is asked; otherwise the child first, so that two requests
 * for the one last token do not undo each other. If the parent lacks what is asked by its last image, it is probed before
 * that: its refusal costs no write, while the child's tokens would be taken and given back in vain. A probe takes nothing, so
 * that first come stays first served. A child that has to wait charges its parent when its turn has come
 * ({@link ParentsTurn}).
 *
 * <p>Child and parent may answer on different threads, hence the lock, which is held for a few instructions and never while
 * anything is called.
 */
final class AskOrder {

    private final Limiters limiters;
    private final Parts parts;
    private final DecisionReporter reporter;

    private boolean parentReady;
    /** Whether the parent has been asked after the child, or needs not be. */
    private boolean parentAsked;

    AskOrder(Limiters limiters, Parts parts, DecisionReporter reporter) {
        this.limiters = limiters;
        this.parts = parts;
        this.reporter = reporter;
    }

    /** The acquire whose order it is. Safe for use by many threads. */
    interface Flow extends Part.Flow, ParentsTurn.Flow {

        TakeRequest take();

        /** One bucket of those that are asked. */
        Part part(BucketPipeline pipeline, boolean tolerant);

        /** Reads a bucket that was never seen, and goes on. */
        void load(BucketPipeline pipeline, Outbox out, BucketPipeline.Entry then);

        /** Whether nobody waits for it any more. */
        boolean isOver();

        /** Everybody asked has answered. */
        void conclude(Outbox out);
    }

    /** What is to be done when one of the two has answered. */
    enum Next {
        NOTHING,
        ASK_THE_PARENT,
        ASK_THE_CHILD,
        CONCLUDE
    }

    /** Reads what has to be known first, and asks whoever is first, beginning with a shard of the entity's bucket. */
    void start(Flow flow, BucketPipeline chosen, Outbox out) {
        if (chosen.outlook().lineage() != null) {
            chooseShard(flow, chosen, out);
            return;
        }
        flow.load(chosen, out, o -> {
            if (!flow.isOver()) {
                chooseShard(flow, chosen, o);
            }
        });
    }

    private void chooseShard(Flow flow, BucketPipeline chosen, Outbox out) {
        FreshLook.Then choice = (seen, o) ->
                begin(flow, chosen, seen ? limiters.router().route(chosen.home(), flow.take()) : chosen, o);
        if (limiters.router().mayWaitInVain(chosen, flow.take())) {
            limiters.choices().look(chosen, flow.deadlineNanos(), flow.urgent(), out, choice);
        } else if (flow.take().waitMillis() == 0 || !limiters.choices().queue(chosen, choice)) {
            begin(flow, chosen, chosen, out);
        }
    }

    private void begin(Flow flow, BucketPipeline chosen, BucketPipeline own, Outbox out) {
        if (flow.isOver()) {
            // Cancelled meanwhile: nothing has been asked of anybody.
            return;
        }
        // Asked only now: a look at the shards, before one is chosen, may have told of a move.
        Lineage latest = own.outlook().lineage();
        Lineage lineage = latest == null ? chosen.outlook().lineage() : latest;
        if (lineage == null || !lineage.cascade() || lineage.parent() == null) {
            Part only = flow.part(own, false);
            parts.set(only);
            only.ask(flow.urgent(), out);
            return;
        }
        BucketPipeline above =
                limiters.router().route(limiters.pipeline(lineage.parent(), own.resource()), flow.take());
        Part child = flow.part(own, true);
        Part parent = flow.part(above, true);
        if (!above.outlook().loaded()) {
            parts.set(child, parent);
            flow.load(above, out, o -> parentLoaded(flow, o));
            child.ask(flow.urgent(), out);
        } else if (own.outlook().comfortable(flow.take()) && above.outlook().comfortable(flow.take())) {
            parentAsked = true;
            parts.set(child, parent);
            child.ask(flow.urgent(), out);
            parent.ask(flow.urgent(), out);
        } else if (isDrained(parent) && mayBeSkipped(own)) {
            Part probe = parent.probing();
            parts.set(child, probe);
            probe.ask(flow.urgent(), out);
        } else {
            parentReady = true;
            parts.set(child, parent);
            child.ask(flow.urgent(), out);
        }
    }

    /** Whether the parent would refuse, by its last image. */
    private boolean isDrained(Part parent) {
        return reporter.statuses(parent).stream().anyMatch(LimitStatus::exceeded);
    }

    /**
     * Whether nothing but tokens is in question with the child: it is known, and so is what is stored for it, which lets it
     * in. Otherwise it learns that when it is asked, or its caller is told something else.
     */
    private boolean mayBeSkipped(BucketPipeline own) {
        Engine engine = limiters.engine();
        Resolution known = engine.configs().peek(ConfigKeys.of(engine.keys(), own.entity(), own.resource()));
        return own.outlook().loaded()
                && known != null
                && known.enabled()
                && !known.nothingStored()
                && engine.environment().monotonicNanos() - known.freshUntilNanos() < 0;
    }

    private void parentLoaded(Flow flow, Outbox out) {
        boolean go;
        synchronized (this) {
            parentReady = true;
            go = parts.childAnswered() && !parentAsked;
            parentAsked |= go;
        }
        if (go) {
            afterTheChild(flow, out);
        }
    }

    /** Notes an answer, and says what is next: of two that answer at the same time, only one concludes. */
    synchronized Next answered(Flow flow, Part part, Demand.Outcome ended) {
        if (part.probe && (ended instanceof Demand.Outcome.Granted || part.isInconclusive())) {
            parts.replace(part, flow.part(part.pipeline, true));
            parentReady = true;
            return Next.ASK_THE_CHILD;
        }
        parts.answered(part, ended);
        if (part.probe || parts.allAnswered()) {
            return Next.CONCLUDE;
        }
        if (parentAsked || !parentReady || !parts.isChild(part)) {
            return Next.NOTHING;
        }
        parentAsked = true;
        return Next.ASK_THE_PARENT;
    }

    void go(Flow flow, Next next, Outbox out) {
        switch (next) {
            case ASK_THE_PARENT -> afterTheChild(flow, out);
            case ASK_THE_CHILD -> Objects.requireNonNull(parts.child()).ask(flow.urgent(), out);
            case CONCLUDE -> flow.conclude(out);
            case NOTHING -> {}
        }
    }

    /** The child has answered, and the parent is known: on to the parent, or to the end. */
    private void afterTheChild(Flow flow, Outbox out) {
        Part child = Objects.requireNonNull(parts.child());
        Part parent = Objects.requireNonNull(parts.parent());
        if (!child.granted()) {
            flow.conclude(out);
        } else if (parts.waitMillis(child) == 0) {
            parent.ask(flow.urgent(), out);
        } else {
            new ParentsTurn(limiters, flow, reporter, child, parent).begin(out);
        }
    }
}
