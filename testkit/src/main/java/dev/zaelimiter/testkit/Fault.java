package dev.zaelimiter.testkit;

/** What may go wrong between a caller and a store. */
public enum Fault {
    /** The store asks for less load. Not applied. */
    THROTTLED,
    /** Nothing was sent. Not applied. */
    UNREACHABLE,
    /** The store refuses access. Not applied. */
    DENIED,
    /** Applied, and the answer was lost. */
    LOST_APPLIED,
    /** Lost on its way there: not applied, but the caller cannot know. */
    LOST_NOT_APPLIED,
    /** Given up by the caller while it is still on its way: applied at {@link FaultyStore#release()}. */
    LOST_LATE,
    /** Held up on its way: applied and answered at {@link FaultyStore#release()}, and not before. */
    HANG
}
