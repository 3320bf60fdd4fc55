package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import java.util.List;

/**
 * The lease of somebody who was let through without an answer of the store: nothing is known, and nothing is written.
 */
final class DegradedLease extends LeaseImpl {

    private final CorrectionTarget child;

    DegradedLease(Limiters limiters, AcquireRequest request, CorrectionTarget child) {
        super(limiters, request);
        this.child = child;
    }

    @Override
    public boolean degraded() {
        return true;
    }

    @Override
    LeaseLedger newLedger() {
        return LeaseLedger.of(request(), child, null);
    }

    @Override
    List<LimitStatus> decided() {
        return List.of();
    }
}
