package dev.zaelimiter.internal.engine;

/** The caller of an acquire that may go the short way: it makes a demand only if that turns out to be needed. */
interface ShortCut {

    /** The write was applied: the tokens are the caller's. */
    void granted(Outbox out);

    /** The write was not answered at once, or not granted: its demand, to go on like any other. */
    Demand demand();
}
