package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.kernel.Outbox;

/** Where the tokens of a grant came from, and so where its corrections go. Safe for use by many threads. */
public interface CorrectionTarget {

    /** Corrects balances; never refused. */
    public void adjust(Correction correction, Outbox out);

    /** Counts as consumed, or no longer, what was let through past the limits; no balance moves. */
    public void count(Correction correction, Outbox out);
}
