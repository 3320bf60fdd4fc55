package dev.zaelimiter.internal.engine;

/** Where a pipeline finds those of the other shards of its bucket. Safe for use by many threads. */
interface Siblings {

    /** The one pipeline of a shard in this process. */
    BucketPipeline get(String entity, String resource, int shard);

    /** What the pipeline of a first shard serves beside its own demands; made for the one who works it. */
    SideTakes sideTakes(BucketPipeline home, Work work, Site.Seeing seeing);
}
