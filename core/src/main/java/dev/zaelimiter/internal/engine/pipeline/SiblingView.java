package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import org.jspecify.annotations.Nullable;

/**
 * What one shard's pipeline may read of another's, by its last {@link BucketSnapshot}. Safe for use by many threads.
 */
interface SiblingView {

    /** Whether the shard and its entity's lineage are known. */
    boolean loaded();

    /** Into how many shards the bucket is divided. Only of the first shard. */
    int shardCount();

    /** Into how many shards the bucket is divided by this one's last image; 0 where nothing is known. */
    int divisor();

    /** Whether the last look is young enough to refuse from; also of a shard that was found not to be there. */
    boolean fresh();

    /**
     * How much of a limit the shard lacks to be full by its last image, in millitokens; 0 where it is not there or
     * lacks the limit, and {@link Long#MAX_VALUE} where nothing is known.
     */
    long lacks(String limit);

    /** The entity's lineage, of a shard that was never seen by what others told; null before the first load of all. */
    @Nullable
    Lineage lineage();
}
