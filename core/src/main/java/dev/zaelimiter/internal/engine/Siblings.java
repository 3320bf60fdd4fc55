package dev.zaelimiter.internal.engine;

/** Where the pipelines of the shards of all buckets are found. Safe for use by many threads. */
interface Siblings<P extends Sibling> {

    /** The one pipeline of a shard in this process. */
    P get(String entity, String resource, int shard);
}
