package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.pipeline.ShortWay;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import org.jspecify.annotations.Nullable;

/**
 * One caller's way in: the short way if that can serve the request, otherwise a flow. Used by the calling thread alone,
 * but for {@link #newCompletion}.
 */
abstract class Entrance implements ShortWay.Caller {

    /** How long a caller who finds the pipeline worked by another leaves it to that one, who needs less than this. */
    private static final int SPINS = 50;

    /** How often such a caller tries again before it queues up: having a parked thread woken costs ten acquires. */
    private static final int MOST_TRIES = 20;

    private final Limiters limiters;
    private final AcquireRequest request;
    private final BucketPipeline bucket;
    private final TakeRequest take;
    private @Nullable AcquireFlow flow;
    private @Nullable Outbox out;
    private @Nullable BucketSnapshot left;
    private BucketWrite.Kind kind = BucketWrite.Kind.CONSUME;
    private @Nullable BucketWrite write;

    Entrance(Limiters limiters, AcquireRequest request) {
        this.limiters = limiters;
        this.request = request;
        BucketPipeline home = limiters.pipeline(request.entity(), request.resource());
        this.take = home.bindings().take(request);
        this.bucket = limiters.router().route(home, take);
    }

    /** Where a flow ends. Called once, if there is one. */
    abstract Completion newCompletion();

    /** Whether it is a thread that is about to wait. Always the same. */
    abstract boolean urgent();

    /** The lease if the short way serves the request; otherwise {@link #goOn} is next. */
    final @Nullable LeaseImpl tryShortWay() {
        if (take.callLimits() != null
                || take.waitMillis() > 0
                || !limiters.engine().hasShortWay()) {
            return null;
        }
        ShortWay.Outcome outcome = bucket.shortWay(take, this);
        for (int tries = 0; outcome == ShortWay.Outcome.BUSY && urgent() && tries < MOST_TRIES; tries++) {
            stepAside();
            outcome = bucket.shortWay(take, this);
        }
        BucketSnapshot granting = left;
        if (outcome != ShortWay.Outcome.GRANTED || granting == null) {
            return null;
        }
        limiters.engine().telemetry().grantedAtOnce(request, kind, write);
        return new ShortLease(limiters, request, bucket, granting);
    }

    /**
     * Does not look at the pipeline meanwhile: that would slow down the one who works it. That one may have lost its
     * processor, so others get a chance to run.
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it: whoever yields in vain queues up a little later
    private static void stepAside() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
        Thread.yield();
    }

    /** The flow that the short way has led into, or a new one. */
    final AcquireFlow goOn() {
        AcquireFlow started = flow;
        if (started == null) {
            started = new AcquireFlow(limiters, request, bucket, take, urgent(), newCompletion());
            flow = started;
            started.start(outbox());
        }
        return started;
    }

    /** Does what is left to be done, with no pipeline in hand. */
    final void leave() {
        if (out != null) {
            out.run(limiters.engine().environment());
        }
    }

    @Override
    public final Demand demand() {
        AcquireFlow started = new AcquireFlow(limiters, request, bucket, take, urgent(), newCompletion());
        flow = started;
        return started.only();
    }

    @Override
    public final void granted(BucketSnapshot snapshot, BucketWrite.Kind granting, @Nullable BucketWrite told) {
        left = snapshot;
        kind = granting;
        write = told;
    }

    @Override
    public final Outbox outbox() {
        if (out == null) {
            out = Outbox.ofCall();
        }
        return out;
    }
}
