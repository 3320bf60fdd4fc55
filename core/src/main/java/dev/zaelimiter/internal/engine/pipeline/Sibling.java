package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/** What one shard's pipeline asks and tells of another's. Safe for use by many threads. */
interface Sibling extends Origin {

    Key key();

    /** Whether the shard and its entity's lineage are known. */
    boolean loaded();

    /** Into how many shards the bucket is divided. Only of the first shard. */
    int shardCount();

    /** Into how many shards the bucket is divided by this one's last image; 0 where nothing is known. */
    int divisor();

    /** Whether the last look is young enough to refuse from; also of a shard that was found not to be there. */
    boolean fresh();

    /**
     * How much of a limit the shard lacks to be full by its last image, in millitokens; 0 where it is not there or lacks the
     * limit, and {@link Long#MAX_VALUE} where nothing is known.
     */
    long lacks(String limit);

    /** The entity's lineage, or null before the first load of all. */
    @Nullable
    Lineage lineage();

    /** Takes in what goes back, and did not fit in another shard. It is counted already. */
    void goesBack(Adjustment part, Outbox out);

    /** Counts what another shard let through. */
    void meter(Adjustment taken, Outbox out);

    /** Another shard of so many is short of writes: there are to be more. */
    void divide(long shards, Outbox out);

    /** Has what waits here by then go to other shards. */
    void avoid(Outbox out);

    /** The bucket was read for the sake of another shard, from a moment of the monotonic clock on. */
    void saw(Item item, long beganNanos, Outbox out);

    /** Tokens were moved from or to the bucket beside the pipeline. */
    void outdate(Outbox out);
}
