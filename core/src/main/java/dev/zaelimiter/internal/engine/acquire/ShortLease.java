package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.List;

/**
 * The lease of an acquire that has gone the short way. It keeps the snapshot that granted it: what that says is worked
 * out if somebody asks.
 */
final class ShortLease extends LeaseImpl {

    private final BucketPipeline bucket;
    private final BucketSnapshot left;

    ShortLease(Limiters limiters, AcquireRequest request, BucketPipeline bucket, BucketSnapshot left) {
        super(limiters, request);
        this.bucket = bucket;
        this.left = left;
    }

    @Override
    LeaseLedger newLedger() {
        return LeaseLedger.of(request(), bucket, null).grantedBy(left.owner(), null);
    }

    @Override
    List<LimitStatus> decided() {
        return limiters().router().after(bucket, TakeRequest.of(request()), left, left.wallMillis());
    }
}
