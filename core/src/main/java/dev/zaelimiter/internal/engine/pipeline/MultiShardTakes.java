package dev.zaelimiter.internal.engine.pipeline;

/** Takes from several shards in one transaction. Belongs to the one who works the pipeline of the first. */
public interface MultiShardTakes extends MultiShardWork {

    /** Queues one. */
    public void add(MultiShardDemand part);
}
