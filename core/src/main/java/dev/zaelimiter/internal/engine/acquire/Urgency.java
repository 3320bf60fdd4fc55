package dev.zaelimiter.internal.engine.acquire;

/** For how long a caller waits for an answer of the store. */
interface Urgency {

    /** When it waits no longer, monotonic. */
    long deadlineNanos();

    /** Whether it is a thread that is about to block: what is held back for others then goes. Always the same. */
    boolean urgent();
}
