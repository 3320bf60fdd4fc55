package dev.zaelimiter.internal.engine.pipeline;

import java.util.ArrayList;
import java.util.List;

/** Where the pipelines of the shards of all buckets are found. Safe for use by many threads. */
interface Siblings<P extends Sibling> {

    /** The one pipeline of a shard in this process. */
    P get(String entity, String resource, int shard);

    /** The pipeline of a shard that was at rest is worked again: what was kept of it counts no more. */
    default void awoken(String entity, String resource, int shard) {}

    /** The pipeline of a shard has opened a lane: it is likely to be asked for very often. */
    default void laneOpened(String entity, String resource, int shard) {}

    /**
     * All shards of a bucket, the first one first. While it is made whole, some may be divided finer than the first one
     * is: then their upper halves, which hold a part of what there is, and some that are not there any more.
     */
    default List<P> all(String entity, String resource) {
        List<P> all = new ArrayList<>();
        int most = 1;
        for (int shard = 0; shard < most; shard++) {
            P next = get(entity, resource, shard);
            all.add(next);
            most = Math.max(
                    most,
                    Math.max(
                            shard == 0 ? next.outlook().shardCount() : 1,
                            next.outlook().divisor()));
        }
        return all;
    }
}
