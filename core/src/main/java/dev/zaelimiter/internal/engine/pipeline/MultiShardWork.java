package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;

/**
 * What waits at the pipeline of a first shard for several shards together, and is not served by that shard's writes: a
 * queue with a call of its own, which the pipeline lets go on before its own next step. Belongs to the one who works
 * that pipeline.
 */
interface MultiShardWork {

    /** There is none. */
    MultiShardWork NONE = new MultiShardWork() {
        @Override
        public boolean due() {
            return false;
        }

        @Override
        public boolean atRest(long nowNanos) {
            return true;
        }

        @Override
        public int failures() {
            return 0;
        }

        @Override
        public void step(Outbox out) {}

        @Override
        public long earliestDeadline() {
            return Long.MAX_VALUE;
        }

        @Override
        public void expire(long nowNanos, Outbox out) {}

        @Override
        public void failAll(RuntimeException cause, Outbox out) {}
    };

    /** Whether there is something to do that has not to be waited for. */
    boolean due();

    /** Whether nothing is under way, and nobody waits. */
    boolean atRest(long nowNanos);

    /** How many calls have failed since one succeeded. */
    int failures();

    /** One step of what is due. */
    void step(Outbox out);

    /** When the first of those who wait will wait no longer, monotonic; {@link Long#MAX_VALUE} if nobody waits. */
    long earliestDeadline();

    /** Tells those whose time is up. */
    void expire(long nowNanos, Outbox out);

    /** Tells all who wait why they wait in vain. */
    void failAll(RuntimeException cause, Outbox out);
}
