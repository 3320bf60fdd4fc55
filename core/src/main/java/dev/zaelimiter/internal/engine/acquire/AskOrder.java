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
 * <p>Both together if both last images hold comfortably more than is asked, by this request and by all others that were
 * asked of them and not answered; otherwise the child first, so that what the child refuses is not missing to others in
 * the parent until it has gone back. If the parent lacks what is asked by its last image, it is probed before that: its
 * refusal costs no write, while the child's tokens would be taken and given back in vain. A probe takes nothing, so
 * that first come stays first served. A child that has to wait charges its parent when its turn has come
 * ({@link ParentsTurn}).
 *
 * <p>It keeps nothing of any acquire: how far one has got is in its {@link Parts}. Safe for use by many threads.
 */
final class AskOrder {

    private AskOrder() {}

    /** The acquire whose order it is. Safe for use by many threads. */
    interface Flow extends Part.Flow, ParentsTurn.Flow, Loading.Flow {

        TakeRequest take();

        /** What it takes, and how far it has got. */
        Parts parts();

        /** Where it finds its buckets. */
        Limiters limiters();

        /** Who tells its caller. */
        DecisionReporter reporter();

        /** One bucket of those that are asked. */
        Part part(BucketPipeline pipeline, boolean tolerant);

        /** Reads a bucket that was never seen, and goes on. */
        void load(BucketPipeline pipeline, Outbox out, BucketPipeline.Entry then);

        /** Whether nobody waits for it any more. */
        boolean isOver();

        /** Everybody asked has answered. */
        void conclude(Outbox out);
    }

    /** Reads what has to be known first, and asks whoever is first, beginning with a shard of the entity's bucket. */
    static void start(Flow flow, BucketPipeline chosen, Outbox out) {
        Lineage known = chosen.outlook().lineage();
        if (known != null && flow.take().waitMillis() == 0) {
            begin(flow, chosen, known, out);
            return;
        } else if (known != null) {
            chooseShard(flow, chosen, out);
            return;
        }
        flow.load(chosen, out, o -> {
            if (!flow.isOver()) {
                chooseShard(flow, chosen, o);
            }
        });
    }

    private static void chooseShard(Flow flow, BucketPipeline chosen, Outbox out) {
        FreshLook.Then choice =
                (seen, o) -> flow.step(p -> begin(flow, chosen, seen ? routed(flow, chosen) : chosen, p), o);
        if (flow.limiters().router().mayWaitInVain(chosen, flow.take())) {
            flow.limiters().choices().look(chosen, flow.deadlineNanos(), flow.urgent(), out, choice);
        } else if (flow.take().waitMillis() == 0 || !flow.limiters().choices().queue(chosen, choice)) {
            begin(flow, chosen, chosen, out);
        }
    }

    private static BucketPipeline routed(Flow flow, BucketPipeline chosen) {
        return flow.limiters().router().route(chosen.home(), flow.take());
    }

    private static void begin(Flow flow, BucketPipeline chosen, BucketPipeline own, Outbox out) {
        if (flow.isOver()) {
            // Cancelled meanwhile: nothing has been asked of anybody.
            return;
        }
        // Asked only now: a look at the shards, before one is chosen, may have told of a move.
        Lineage latest = own.outlook().lineage();
        Lineage lineage = latest == null ? chosen.outlook().lineage() : latest;
        if (lineage == null) {
            // It has told that the bucket is gone: whether the entity has a parent by now is to be read.
            loadAgain(flow, chosen, own, out);
        } else {
            begin(flow, own, lineage, out);
        }
    }

    private static void begin(Flow flow, BucketPipeline own, Lineage lineage, Outbox out) {
        if (!lineage.cascade() || lineage.parent() == null) {
            Part only = flow.part(own, false);
            flow.parts().set(only);
            only.ask(flow.urgent(), out);
            return;
        }
        BucketPipeline above =
                flow.limiters().router().route(flow.limiters().pipeline(lineage.parent(), own.resource()), flow.take());
        Part child = flow.part(own, true);
        Part parent = flow.part(above, true);
        if (!above.outlook().loaded()) {
            flow.parts().set(child, parent);
            flow.load(above, out, o -> parentLoaded(flow, o));
            child.ask(flow.urgent(), out);
        } else if (reckonTogether(child, parent)) {
            flow.parts().setTogether(child, parent);
            child.ask(flow.urgent(), out);
            parent.ask(flow.urgent(), out);
        } else if (isDrained(flow, parent) && mayBeSkipped(flow, own)) {
            Part probe = parent.probing();
            flow.parts().set(child, probe);
            probe.ask(flow.urgent(), out);
        } else {
            flow.parts().setInTurn(child, parent);
            child.ask(flow.urgent(), out);
        }
    }

    /**
     * Whether both hold comfortably more than is asked of them. If so, both know from now on that this one is asked.
     */
    private static boolean reckonTogether(Part child, Part parent) {
        if (!child.reckonIfComfortable()) {
            return false;
        }
        boolean both = false;
        try {
            both = parent.reckonIfComfortable();
        } finally {
            if (!both) {
                child.reckonNoMore();
            }
        }
        return both;
    }

    private static void loadAgain(Flow flow, BucketPipeline chosen, BucketPipeline own, Outbox out) {
        if (!flow.parts().mayLoadAgain()) {
            flow.loadFailed(new IllegalStateException("the bucket vanished each time that it was read"), out);
        } else {
            flow.load(own, out, o -> begin(flow, chosen, own, o));
        }
    }

    /** Whether the parent would refuse, by its last image. */
    private static boolean isDrained(Flow flow, Part parent) {
        return flow.reporter().statuses(parent).stream().anyMatch(LimitStatus::exceeded);
    }

    /**
     * Whether nothing but tokens is in question with the child: it is known, and so is what is stored for it, which
     * lets it in. Otherwise it learns that when it is asked, or its caller is told something else.
     */
    private static boolean mayBeSkipped(Flow flow, BucketPipeline own) {
        Engine engine = flow.limiters().engine();
        Resolution known = engine.configs().peek(ConfigKeys.of(engine.keys(), own.entity(), own.resource()));
        return own.outlook().loaded()
                && known != null
                && known.enabled()
                && !known.nothingStored()
                && engine.environment().monotonicNanos() - known.freshUntilNanos() < 0;
    }

    private static void parentLoaded(Flow flow, Outbox out) {
        if (flow.parts().parentLoaded()) {
            afterTheChild(flow, out);
        }
    }

    /** Notes an answer, and says what is next: of two that answer at the same time, only one concludes. */
    static Parts.Next answered(Flow flow, Part part, Demand.Outcome ended) {
        if (part.probe && (ended instanceof Demand.Outcome.Granted || part.isInconclusive())) {
            flow.parts().probed(part, flow.part(part.pipeline, true));
            return Parts.Next.ASK_THE_CHILD;
        }
        return flow.parts().answered(part, ended);
    }

    static void go(Flow flow, Parts.Next next, Outbox out) {
        switch (next) {
            case ASK_THE_PARENT -> afterTheChild(flow, out);
            case ASK_THE_CHILD -> Objects.requireNonNull(flow.parts().child()).ask(flow.urgent(), out);
            case CONCLUDE -> flow.conclude(out);
            case NOTHING -> {}
        }
    }

    /** The child has answered, and the parent is known: on to the parent, or to the end. */
    private static void afterTheChild(Flow flow, Outbox out) {
        Part child = Objects.requireNonNull(flow.parts().child());
        Part parent = Objects.requireNonNull(flow.parts().parent());
        if (!child.granted()) {
            flow.conclude(out);
        } else if (flow.parts().waitMillis(child) == 0) {
            parent.ask(flow.urgent(), out);
        } else {
            new ParentsTurn(flow.limiters(), flow, flow.reporter(), child, parent).begin(out);
        }
    }
}
