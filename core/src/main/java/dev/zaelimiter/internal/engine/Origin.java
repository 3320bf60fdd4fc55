package dev.zaelimiter.internal.engine;

/** Where the tokens of a grant came from, and so where its corrections go. Safe for use by many threads. */
interface Origin {

    /** Corrects balances; never refused. */
    void adjust(Correction correction, Outbox out);

    /** Counts as consumed, or no longer, what was let through past the limits; no balance moves. */
    void count(Correction correction, Outbox out);
}
