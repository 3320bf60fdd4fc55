package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lease of an acquire that has gone the long way. */
final class FlowLease extends LeaseImpl {

    private final CorrectionTarget child;

    /** Not there if the entity had none when this was taken. */
    private final @Nullable CorrectionTarget parent;

    private Standing standing;

    FlowLease(
            Limiters limiters,
            AcquireRequest request,
            CorrectionTarget child,
            @Nullable CorrectionTarget parent,
            Standing standing) {
        super(limiters, request);
        this.child = child;
        this.parent = parent;
        this.standing = standing;
    }

    /** The limits as they stand at the end of a wait. Before the lease is handed out. */
    void waited(Standing now) {
        standing = now;
    }

    @Override
    LeaseLedger newLedger() {
        return LeaseLedger.of(request(), child, parent);
    }

    @Override
    List<LimitStatus> decided() {
        return standing.statuses();
    }
}
