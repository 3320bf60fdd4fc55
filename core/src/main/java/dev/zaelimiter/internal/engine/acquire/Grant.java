package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Origin;
import dev.zaelimiter.internal.engine.planning.Takes;
import org.jspecify.annotations.Nullable;

/**
 * What one acquire took, from the entity's bucket and, where it cascaded, from the parent's. What goes back goes back
 * there, though a lease may have taken more since, from other shards or for another parent. Guarded by the lease.
 */
final class Grant {

    final String[] names;
    final long[] taken;
    final Source ofChild = new Source();
    final Source ofParent = new Source();

    private final Origin child;
    private final @Nullable Origin parent;

    Grant(Takes takes, Origin child, @Nullable Origin parent) {
        this.names = takes.names();
        this.taken = takes.amounts();
        this.child = child;
        this.parent = parent;
    }

    /** Corrects both buckets by the difference to what was taken. */
    void write(long[] held, Outbox out) {
        ofChild.write(names, taken, held, child, out);
        if (parent != null) {
            ofParent.write(names, taken, held, parent, out);
        }
    }
}
