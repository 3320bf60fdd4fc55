package dev.zaelimiter.internal.engine;

import dev.zaelimiter.LimitStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a flow takes from one bucket. The outcome is guarded by {@link Parts}. */
final class Part extends Demand {

    final BucketPipeline pipeline;

    @Nullable
    Outcome outcome;

    /** What was granted has gone back. */
    boolean undone;

    private final AcquireFlow flow;
    private final int asked;

    Part(AcquireFlow flow, BucketPipeline pipeline, Takes takes, long configMark, boolean tolerant) {
        this(flow, pipeline, takes, configMark, tolerant, 0);
    }

    private Part(
            AcquireFlow flow,
            BucketPipeline pipeline,
            Takes takes,
            long configMark,
            boolean tolerant,
            int askedBefore) {
        super(takes, configMark, tolerant);
        this.flow = flow;
        this.pipeline = pipeline;
        this.asked = askedBefore | 1 << pipeline.shard();
    }

    /** The same of another shard, or null if there is none to be asked. */
    @Nullable
    Part elsewhere(Shards shards) {
        BucketPipeline other = shards.elsewhere(pipeline, asked, takes);
        return other == null ? null : new Part(flow, other, takes, configMark, tolerant, asked);
    }

    @Override
    boolean firstChoice() {
        return asked == 1 << pipeline.shard();
    }

    /** To another shard, since this one is throttled. It is not ruled out for that. */
    @Override
    boolean goElsewhere(Outbox out) {
        BucketPipeline other = flow.shards().elsewhere(pipeline, asked, takes);
        if (other == null || !leave()) {
            return false;
        }
        int refused = asked & ~(1 << pipeline.shard());
        flow.moved(this, new Part(flow, other, takes, configMark, tolerant, refused), out);
        return true;
    }

    @Override
    long deadlineNanos() {
        return flow.deadlineNanos();
    }

    @Override
    void completed(Outcome ended, Outbox out) {
        flow.partEnded(this, ended, out);
    }

    boolean granted() {
        return outcome instanceof Outcome.Granted;
    }

    /** What the bucket was not asked for, since it lacks the limit; null for nothing. */
    long @Nullable [] missed() {
        long[] missed = null;
        for (int k = 0; bound != null && k < bound.length; k++) {
            if (bound[k] < 0) {
                missed = missed == null ? new long[bound.length] : missed;
                missed[k] = takes.amounts()[k];
            }
        }
        return missed;
    }

    /** The limits as they were before this request: the entity's, if this is one of several shards. */
    List<LimitStatus> statuses(Shards shards) {
        List<LimitStatus> total = shards.total(pipeline, takes, granted());
        if (total != null) {
            return total;
        }
        return outcome instanceof Outcome.Refused refused
                ? refused.statuses()
                : pipeline.outlook().statuses(takes, granted());
    }

    /** Gives back all that the bucket was asked for. */
    void giveBack(Outbox out) {
        if (bypassed) {
            Correction counted = new Correction(takes.names().length, place);
            for (int k = 0; k < takes.names().length; k++) {
                counted.add(takes.names()[k], -takes.amounts()[k]);
            }
            pipeline.count(counted, out);
            return;
        }
        Correction back = new Correction(takes.names().length, place);
        for (int k = 0; k < takes.names().length; k++) {
            if (bound == null || bound[k] >= 0) {
                back.add(takes.names()[k], -takes.amounts()[k]);
            }
        }
        if (debt != null) {
            debt.leave();
        }
        pipeline.adjust(back, out);
    }
}
