package dev.zaelimiter.internal.engine;

/** Takes from several shards at once. Belongs to the one who works the pipeline of the first. */
interface SideTakes extends SideWork {

    /** Queues one. */
    void add(MultiShardDemand part);
}
