package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The lease of an acquire that has gone the long way. */
final class FlowLease extends LeaseImpl {

    private final CorrectionTarget child;

    /** Not there if the entity had none when this was taken. */
    private final @Nullable CorrectionTarget parent;

    private @Nullable String ownerOfChild;
    private @Nullable String ownerOfParent;
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

    /** Whose buckets gave it. Before anything else is said. */
    void grantedBy(@Nullable String byChild, @Nullable String byParent) {
        ownerOfChild = byChild;
        ownerOfParent = byParent;
    }

    /**
     * Says what was not taken, since a bucket lacked the limit: it never goes back there. Before the lease is handed
     * out.
     */
    void missed(Tokens byChild, Tokens byParent) {
        if (!byChild.isEmpty() || !byParent.isEmpty()) {
            holdings().own().ofChild.missed(byChild);
            holdings().own().ofParent.missed(byParent);
        }
    }

    /** Says which buckets only counted what was taken. Before the lease is handed out. */
    void bypassed(boolean byChild, boolean byParent) {
        if (byChild) {
            holdings().own().ofChild.bypassed();
        }
        if (byParent) {
            holdings().own().ofParent.bypassed();
        }
    }

    /** Where the grants stand among those who wait. Before the lease is handed out. */
    void grantedAt(long byChild, long byParent) {
        if (byChild != 0 || byParent != 0) {
            holdings().own().ofChild.grantedAt(byChild);
            holdings().own().ofParent.grantedAt(byParent);
        }
    }

    /** The limits as they stand at the end of a wait. Before the lease is handed out. */
    void waited(Standing now) {
        standing = now;
    }

    @Override
    LeaseLedger newLedger() {
        return LeaseLedger.of(request(), child, parent).grantedBy(ownerOfChild, ownerOfParent);
    }

    @Override
    List<LimitStatus> decided() {
        return standing.statuses();
    }
}
