package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener.BucketWrite;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.BusyTurn;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.pipeline.Lane;
import dev.zaelimiter.internal.engine.pipeline.ShortWay;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import org.jspecify.annotations.Nullable;

/**
 * One caller's way in on a store at hand: the short way if that can serve the request, otherwise a flow. Used by the
 * calling thread alone, but for {@link #newCompletion}.
 */
abstract class Entrance implements ShortWay.Caller {

    /** How often such a caller tries again before it queues up: having a parked thread woken costs ten acquires. */
    private static final int MOST_TRIES = 20;

    private final Limiters limiters;
    private final AcquireRequest request;
    private final BucketPipeline bucket;
    private final TakeRequest take;
    private @Nullable Lane tried;
    private @Nullable AcquireFlow flow;
    private @Nullable Outbox out;
    private @Nullable BucketSnapshot left;
    private BucketWrite.Kind kind = BucketWrite.Kind.CONSUME;
    private @Nullable BucketWrite write;

    /** With the lane that would not decide the request; null if there was none. */
    Entrance(Limiters limiters, AcquireRequest request, @Nullable Lane tried) {
        this.limiters = limiters;
        this.request = request;
        this.tried = tried;
        BucketPipeline home = limiters.pipeline(request.entity(), request.resource());
        this.take = home.bindings().take(request);
        this.bucket = limiters.router().route(home, take);
    }

    /** A flow that is begun without looking for a shorter way: where answers take time there is none. */
    static AcquireFlow flow(
            Limiters limiters, AcquireRequest request, boolean urgent, Completion completion, Outbox out) {
        BucketPipeline home = limiters.pipeline(request.entity(), request.resource());
        TakeRequest take = home.bindings().take(request);
        BucketPipeline chosen = limiters.router().route(home, take);
        AcquireFlow started = new AcquireFlow(limiters, request, chosen, take, urgent, completion);
        started.start(out);
        return started;
    }

    /** Where a flow ends. Called once, if there is one. */
    abstract Completion newCompletion();

    /** Whether it is a thread that is about to wait. Always the same. */
    abstract boolean urgent();

    /** The lease if the short way serves the request; otherwise {@link #goOn} is next. */
    final @Nullable LeaseImpl tryShortWay() {
        if (take.callLimits() != null || take.waitMillis() > 0) {
            return null;
        }
        ShortWay.Outcome outcome = ShortWay.Outcome.LANE;
        for (int tries = 0; isToTryAgain(outcome) && tries <= MOST_TRIES; tries++) {
            if (outcome == ShortWay.Outcome.BUSY) {
                // Only an urgent one tries again then, and that may be held up.
                BusyTurn.stepAside();
            }
            LeaseImpl inPlace = takeInPlace();
            if (inPlace != null) {
                return inPlace;
            }
            outcome = bucket.shortWay(take, tried, this);
        }
        BucketSnapshot granting = left;
        if (outcome != ShortWay.Outcome.GRANTED || granting == null) {
            return null;
        }
        limiters.engine().telemetry().grantedAtOnce(request, kind, write);
        return new ShortLease(limiters, request, bucket, granting);
    }

    private boolean isToTryAgain(ShortWay.Outcome outcome) {
        return outcome == ShortWay.Outcome.LANE || (outcome == ShortWay.Outcome.BUSY && urgent());
    }

    /**
     * In a lane that was opened meanwhile: whoever works the pipeline in its place ends that lane, for himself and for
     * all others, who then stand where he stood.
     */
    @SuppressWarnings("ReferenceEquality") // the very lane
    private @Nullable LeaseImpl takeInPlace() {
        Lane open = bucket.lane();
        if (open == null || open == tried) {
            return null;
        }
        tried = open;
        return LaneLease.take(limiters, request, open);
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
