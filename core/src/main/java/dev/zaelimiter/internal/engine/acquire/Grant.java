package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.CorrectionTarget;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Tokens;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one acquire took, from the entity's bucket and, where it cascaded, from the parent's. Its tokens go back to
 * these buckets, even if the lease has taken more since, from other shards or from another parent. Guarded by the
 * lease.
 */
final class Grant {

    final Tokens taken;
    final Charge ofChild = new Charge();
    final Charge ofParent = new Charge();

    private final CorrectionTarget child;
    private final @Nullable CorrectionTarget parent;

    private Standing standing = Standing.UNTOLD;

    Grant(TakeRequest take, CorrectionTarget child, @Nullable CorrectionTarget parent) {
        this.taken = take.tokens();
        this.child = child;
        this.parent = parent;
    }

    /** Of a further take: how the limits stood when it was decided. */
    void decided(Standing then) {
        standing = then;
    }

    List<LimitStatus> statuses() {
        return standing.statuses();
    }

    /** Corrects both buckets by the difference to what was taken. */
    void write(Tokens held, Outbox out) {
        try {
            ofChild.write(taken, held, child, out);
        } finally {
            if (parent != null) {
                ofParent.write(taken, held, parent, out);
            }
        }
    }
}
