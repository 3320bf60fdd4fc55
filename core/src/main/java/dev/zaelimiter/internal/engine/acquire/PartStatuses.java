package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.BucketSnapshot;
import dev.zaelimiter.internal.engine.pipeline.Demand;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import dev.zaelimiter.internal.engine.planning.Told;
import dev.zaelimiter.internal.engine.shards.ShardRouter;
import java.util.List;

/** What a caller is told of the limits of one bucket that was asked. Safe for use by many threads. */
final class PartStatuses {

    private final ShardRouter router;

    PartStatuses(ShardRouter router) {
        this.router = router;
    }

    /**
     * The limits as they were before this request: the entity's, if this is one of several shards. None of a bucket
     * that has granted it, or binds nobody, refuses it, whatever others have taken meanwhile.
     */
    List<LimitStatus> before(Part part) {
        List<LimitStatus> stood = part.pipeline.outlook().holding(part.take, stood(part));
        return gave(part) || part.pipeline.outlook().bypassed()
                ? stood.stream().map(status -> status.overruled(false)).toList()
                : stood;
    }

    /**
     * Whether it was granted by its limits. A switch that let it through binds nobody only as long as it is known to.
     */
    static boolean gave(Part part) {
        return part.granted() && !part.bypassed;
    }

    private List<LimitStatus> stood(Part part) {
        Told told = gave(part) ? Told.AS_IF_BACK : Told.BEFORE;
        List<LimitStatus> total = router.total(part.pipeline, part.take, told);
        if (total != null) {
            return total;
        }
        return part.outcome instanceof Demand.Outcome.Refused refused
                ? refused.statuses()
                : part.pipeline.outlook().statuses(part.take, told);
    }

    /**
     * How the limits stand after the grant, at a time since the epoch. Who had to wait goes by what is known by then,
     * as far as anything is: others have given back, or taken, since it was granted.
     */
    Standing after(Part part, long wallMillis) {
        if (part.bypassed) {
            return Standing.UNTOLD;
        }
        List<LimitStatus> told = part.left();
        if (told != null) {
            return () -> told;
        }
        BucketPipeline shard = part.pipeline;
        TakeRequest taken = part.take;
        BucketSnapshot last = shard.outlook().snapshot();
        BucketSnapshot then = part.debt == null || last.image() == null ? part.granting() : last;
        return then == null ? Standing.UNTOLD : () -> router.after(shard, taken, then, wallMillis);
    }
}
