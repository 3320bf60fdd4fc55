package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Correction;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.pipeline.MultiShardDemand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.engine.shards.ShardRouter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a flow takes from one bucket. The outcome is guarded by {@link Parts}. */
final class Part extends MultiShardDemand {

    final BucketPipeline pipeline;

    @Nullable
    Outcome outcome;

    /** What was granted has gone back. */
    boolean undone;

    private final Flow flow;
    private final int asked;
    /** How far its take from several shards has got. */
    private final MultiShardTry multiShard;

    private @Nullable CorrectionTarget target;
    private @Nullable BucketSnapshot granting;
    private @Nullable List<LimitStatus> left;
    /**
     * Of a probe: it would have to be taken from several shards, so that it is not known whether it would be refused.
     */
    private boolean inconclusive;

    /** Whether it is known to wait: no other shard serves it sooner, as far as could be seen. */
    private boolean mayWait;

    /** Whether it counts among those who are on their way. Guarded by this. */
    private boolean expected;

    /** Whether it counts among those of cascades whom its bucket has not answered. Guarded by this. */
    private boolean reckoned;

    /** The acquire that it is part of. Safe for use by many threads. */
    interface Flow extends Steps {

        /** It has left its shard for another. */
        void moved(Part part, Part next, Outbox out);

        /** It has its outcome. */
        void partEnded(Part part, Outcome ended, Outbox out);

        /** The ways to other shards. */
        ShardRouter router();

        /** Who may have to wait in one of several shards, and chooses in order. */
        ShardChoices choices();
    }

    private enum MultiShardTry {
        NOT_YET,
        NOW,
        /** It was to be, and one shard was found that may hold it, or not all could be read. */
        OVER
    }

    Part(Flow flow, BucketPipeline pipeline, TakeRequest take, long configMark, boolean tolerant) {
        this(flow, pipeline, take, configMark, tolerant, 0, MultiShardTry.NOT_YET);
    }

    private Part(
            Flow flow,
            BucketPipeline pipeline,
            TakeRequest take,
            long configMark,
            boolean tolerant,
            int askedBefore,
            MultiShardTry multiShard) {
        super(take, configMark, tolerant);
        this.flow = flow;
        this.pipeline = pipeline;
        this.multiShard = multiShard;
        this.asked = askedBefore | 1 << pipeline.shard();
    }

    /** One of the same bucket that only wants to know whether it would be refused. */
    Part probing() {
        Part probing = new Part(flow, pipeline, take, configMark, tolerant);
        probing.probe = true;
        return probing;
    }

    boolean isInconclusive() {
        return inconclusive;
    }

    /** The same of another shard, for a probe too. */
    private Part at(BucketPipeline shard, int askedBefore, MultiShardTry then) {
        Part next = new Part(flow, shard, take, configMark, tolerant, askedBefore, then);
        next.probe = probe;
        return next;
    }

    /** The same of another shard, or of several; null if there is none to be asked. */
    @Nullable
    Part elsewhere(ShardRouter router) {
        if (multiShard == MultiShardTry.NOW) {
            return null;
        }
        if (probe && (ShardRouter.isServedTogether(pipeline, take) || router.worthReading(pipeline, asked, take))) {
            inconclusive = true;
            return null;
        }
        if (multiShard == MultiShardTry.NOT_YET && ShardRouter.isServedTogether(pipeline, take)) {
            return bound == null ? ofTheFirstShard() : fromSeveral(bound);
        }
        if (multiShard == MultiShardTry.NOT_YET && bound != null && router.worthReading(pipeline, asked, take)) {
            // All are read, and if one of them may hold it, the fullest is asked.
            return fromSeveral(bound);
        }
        BucketPipeline other = router.elsewhere(pipeline, asked, take);
        return other == null ? null : at(other, asked, multiShard);
    }

    /** A shard that is not there can't tell which of the limits there are. */
    private @Nullable Part ofTheFirstShard() {
        BucketPipeline home = pipeline.home();
        return (asked & 1) != 0 ? null : at(home, asked, multiShard);
    }

    private Part fromSeveral(int[] found) {
        Part several = new Part(flow, pipeline.home(), take, configMark, tolerant, asked, MultiShardTry.NOW);
        several.bind(this, found);
        several.unknown = unknown;
        several.removed = removed;
        return several;
    }

    /** Asks the bucket. Urgent is one whose caller is about to block. */
    void ask(boolean urgent, Outbox out) {
        if (multiShard == MultiShardTry.NOW) {
            pipeline.takeFromSeveral(this, out);
            return;
        }
        if (take.waitMillis() > 0) {
            mayWait |= pipeline.outlook().divided() && pipeline.outlook().room(take) < 0;
            // A bucket that looks whole may have been divided: who chooses a shard later reckons with this one as well.
            expect();
        }
        if (cascades()) {
            reckon();
        }
        pipeline.submit(this, urgent, out);
    }

    private boolean cascades() {
        return tolerant && !probe;
    }

    /**
     * Whether its bucket holds comfortably more than all of those ask whom it has not answered, this one included; if
     * so it counts among them from now on. It counts before it looks: of two that come at the same time one sees the
     * other.
     */
    boolean reckonIfComfortable() {
        reckon();
        boolean comfortable = false;
        try {
            comfortable = pipeline.outlook().comfortable(take);
        } finally {
            if (!comfortable) {
                reckonNoMore();
            }
        }
        return comfortable;
    }

    private synchronized void reckon() {
        // It may have been withdrawn already.
        if (!reckoned && alive()) {
            reckoned = true;
            pipeline.outlook().cascading().came(take);
        }
    }

    /** It is not asked for now. */
    synchronized void reckonNoMore() {
        if (reckoned) {
            reckoned = false;
            pipeline.outlook().cascading().left(take);
        }
    }

    private synchronized void expect() {
        // It may have been withdrawn already.
        expected = alive();
        if (expected) {
            pipeline.outlook().arrivals().came(take);
        }
    }

    @Override
    public void gone() {
        if (take.waitMillis() > 0) {
            expectNoMore();
        }
        if (cascades()) {
            reckonNoMore();
        }
    }

    private synchronized void expectNoMore() {
        if (expected) {
            expected = false;
            pipeline.outlook().arrivals().left(take);
        }
    }

    @Override
    public TakeRequest wanted() {
        return BoundTake.of(take, bound);
    }

    @Override
    public void goTo(int alone, Outbox out) {
        moveTo(pipeline.sibling(alone), MultiShardTry.OVER, out);
    }

    @Override
    public void learnAt(int lacking, Outbox out) {
        moveTo(pipeline.sibling(lacking), MultiShardTry.NOT_YET, out);
    }

    private void moveTo(BucketPipeline shard, MultiShardTry then, Outbox out) {
        if (leave()) {
            flow.moved(this, at(shard, 0, then), out);
        }
    }

    @Override
    public void refuse(long contendedRetryMillis, boolean local, Outbox out) {
        finish(new Outcome.Refused(pipeline.outlook().statuses(take, Told.BEFORE), contendedRetryMillis, local), out);
    }

    @Override
    public void takenFrom(CorrectionTarget several, List<LimitStatus> statuses) {
        target = several;
        left = statuses;
    }

    /** Where corrections of the grant go. */
    CorrectionTarget origin() {
        return target == null ? pipeline : target;
    }

    @Override
    public boolean firstChoice() {
        return asked == 1 << pipeline.shard();
    }

    /**
     * To another shard, since this one is throttled, or not all of them can be read. It is not ruled out for that. One
     * that no shard could hold alone stays.
     */
    @Override
    public boolean goElsewhere(Outbox out) {
        boolean several = multiShard == MultiShardTry.NOW;
        if (several && ShardRouter.exceedsEachShare(pipeline, take)) {
            return false;
        }
        BucketPipeline other = flow.router().elsewhere(pipeline, asked, take);
        if (other == null || !leave()) {
            return false;
        }
        int refused = asked & ~(1 << pipeline.shard());
        MultiShardTry then = several ? MultiShardTry.OVER : multiShard;
        flow.moved(this, at(other, refused, then), out);
        return true;
    }

    /**
     * All shards are looked at, since it was expected to be served here immediately; then it waits, wherever that is.
     */
    @Override
    public boolean waitElsewhere(Outbox out) {
        if (mayWait || multiShard == MultiShardTry.OVER || !leave()) {
            return false;
        }
        flow.step(
                first -> flow.choices()
                        .look(
                                pipeline,
                                flow.deadlineNanos(),
                                flow.urgent(),
                                first,
                                (seen, o) -> flow.step(p -> waitAt(seen, p), o)),
                out);
        return true;
    }

    private void waitAt(boolean seen, Outbox out) {
        BucketPipeline shard = seen ? flow.router().soonestInstead(pipeline, take) : pipeline;
        Part next = at(shard, asked & ~(1 << pipeline.shard()), multiShard);
        next.mayWait = true;
        flow.moved(this, next, out);
    }

    @Override
    public long deadlineNanos() {
        return flow.deadlineNanos();
    }

    @Override
    public void completed(Outcome ended, Outbox out) {
        granting = pipeline.outlook().snapshot();
        flow.partEnded(this, ended, out);
    }

    boolean granted() {
        return outcome instanceof Outcome.Granted;
    }

    /** What the bucket was not asked for, since it lacks the limit. */
    Tokens missed() {
        return BoundTake.missing(take, bound);
    }

    /** The shard as it was when it answered; null before that. */
    @Nullable
    BucketSnapshot granting() {
        return granting;
    }

    /** How the limits stood after it was taken from several shards; null if it was not. */
    @Nullable
    List<LimitStatus> left() {
        return left;
    }

    @Override
    public void giveBack(Outbox out) {
        String owner = BucketSnapshot.ownerBy(granting);
        if (bypassed) {
            pipeline.count(new Correction(take.tokens().negated(), place, owner), out);
            return;
        }
        if (debt != null) {
            debt.leave();
        }
        origin().adjust(new Correction(BoundTake.found(take, bound).negated(), place, owner), out);
    }
}
