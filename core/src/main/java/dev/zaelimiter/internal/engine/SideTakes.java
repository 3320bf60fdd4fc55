package dev.zaelimiter.internal.engine;

/**
 * Takes that are not served by one shard's writes, and wait at the pipeline of the first shard all the same. Belongs to the
 * one who works that pipeline.
 */
interface SideTakes {

    /** Of a bucket of which nobody has asked for more than one shard holds. */
    SideTakes NONE = new SideTakes() {
        @Override
        public void add(MultiShardDemand part) {
            throw new IllegalStateException("nobody serves it");
        }

        @Override
        public boolean step(Outbox out) {
            return false;
        }

        @Override
        public long earliestDeadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public void expire(long nowNanos, Outbox out) {}

        @Override
        public void failAll(RuntimeException cause, Outbox out) {}
    };

    /** Queues one. */
    void add(MultiShardDemand part);

    /** One step. False if there is nothing to do, or something has to be waited for. */
    boolean step(Outbox out);

    /** When the first of those who wait will wait no longer, monotonic; {@link Long#MAX_VALUE} if nobody waits. */
    long earliestDeadline();

    /** Tells those whose time is up. */
    void expire(long nowNanos, Outbox out);

    /** Tells all who wait why they wait in vain. */
    void failAll(RuntimeException cause, Outbox out);
}
