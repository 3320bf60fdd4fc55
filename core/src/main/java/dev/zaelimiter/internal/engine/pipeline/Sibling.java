package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;

/** What one shard's pipeline asks and tells of another's. Safe for use by many threads. */
interface Sibling extends CorrectionTarget {

    Key key();

    /** What may be read of it. */
    SiblingView outlook();

    /** Takes in what goes back, and did not fit in another shard. It is counted already. */
    void goesBack(CorrectionSum part, Outbox out);

    /** Counts what another shard let through. */
    void meter(CorrectionSum taken, Outbox out);

    /** Another shard of so many is short of writes: there are to be more. */
    void divide(long shards, Outbox out);

    /** Has what waits here by then go to other shards. */
    void avoid(Outbox out);

    /** The bucket was read for the sake of another shard, from a moment of the monotonic clock on. */
    void saw(Item item, long beganNanos, Outbox out);

    /** Tokens were moved from or to the bucket by a transaction outside this pipeline. */
    void outdate(Outbox out);
}
