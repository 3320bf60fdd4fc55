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

    /** Decides a request in place; null if it has to go another way. */
    static @Nullable LeaseImpl take(Limiters limiters, AcquireRequest request) {
        if (request.limits() != null || !request.waitAtMost().isZero()) {
            return null;
        }
        Lane lane = limiters.pipeline(request.entity(), request.resource()).lane();
        long[] left = lane == null ? null : lane.take(request);
        if (lane == null || left == null) {
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
        return LeaseLedger.of(request(), bucket(), null);
    }

    @Override
    List<LimitStatus> decided() {
        BucketSnapshot snapshot = lane.left(left);
        return limiters().router().after(bucket(), TakeRequest.of(request()), snapshot, snapshot.wallMillis());
    }
}
