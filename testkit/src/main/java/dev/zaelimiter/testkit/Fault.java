package dev.zaelimiter.testkit;

import dev.zaelimiter.store.StoreException;

/** What may go wrong between a caller and a store. */
public enum Fault {
    /** The store asks for less load. Not applied. */
    THROTTLED,
    /** Another write to the same item was under way, as transactions meet them. Not applied. */
    CONFLICT,
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
    HANG;

    StoreException exception() {
        return switch (this) {
            case THROTTLED -> new StoreException.Throttled("throttled on purpose", null);
            case CONFLICT -> new StoreException.Conflict("in conflict on purpose", null);
            case UNREACHABLE -> new StoreException.Unreachable("unreachable on purpose", null);
            case DENIED -> new StoreException.Denied("denied on purpose", null);
            case LOST_APPLIED, LOST_NOT_APPLIED, LOST_LATE, HANG ->
                new StoreException.Uncertain("answer lost on purpose", null);
        };
    }
}
