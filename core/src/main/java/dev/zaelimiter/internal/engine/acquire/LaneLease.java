package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Lane;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lease of an acquire that was decided in place. It keeps the numbers that its take left. */
final class LaneLease extends LeaseImpl {

    private final Lane lane;
    private final long[] left;

    private LaneLease(Limiters limiters, AcquireRequest request, Lane lane, long[] left) {
        super(limiters, request);
        this.lane = lane;
        this.left = left;
    }

    /** Where a request may be decided in place; null if there is no such place now. */
    static @Nullable Lane laneOf(Limiters limiters, AcquireRequest request) {
        return limiters.engine().hasLanes()
                ? limiters.pipeline(request.entity(), request.resource()).lane()
                : null;
    }

    /** Decides a request in place; null if it has to go another way. */
    static @Nullable LeaseImpl take(Limiters limiters, AcquireRequest request, @Nullable Lane lane) {
        if (lane == null || request.limits() != null || !request.waitAtMost().isZero()) {
            return null;
        }
        long[] left = lane.take(request);
        if (left == null) {
            return null;
        }
        Telemetry telemetry = limiters.engine().telemetry();
        telemetry.grantedInPlace(request, telemetry.hearsImmediateGrants() ? lane.taken() : null);
        return new LaneLease(limiters, request, lane, left);
    }

    private BucketPipeline bucket() {
        return limiters().pipeline(entity(), resource());
    }

    @Override
    LeaseLedger newLedger() {
        return LeaseLedger.of(request(), bucket(), null).grantedBy(lane.owner(), null);
    }

    @Override
    List<LimitStatus> decided() {
        BucketSnapshot snapshot = lane.left(left);
        return limiters().router().after(bucket(), TakeRequest.of(request()), snapshot, snapshot.wallMillis());
    }
}
