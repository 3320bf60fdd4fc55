package dev.zaelimiter.internal.bucket;

/**
 * The one write that the planner chose, as numbers; {@code schema} turns it into a write of the store. Closed. Arrays
 * are aligned with the layout of the image that was planned on.
 */
public sealed interface Plan {

    /** No bound below. */
    long NO_FLOOR = Long.MIN_VALUE;

    /** No bound above. */
    long NO_CEILING = Long.MAX_VALUE;

    /** Attribute left alone. */
    long KEEP = -1;

    /** The bucket no longer vanishes: its end can't be told. */
    long NO_END = 0;

    /**
     * Moves stored tokens and leaves the refill stamp, not pinned on it: many processes do so at the same time without
     * disturbing one another.
     *
     * @param delta what is added to each balance, in millitokens: negative for a take
     * @param consumed what is added to each counter of consumption, in millitokens
     * @param floor what each balance must be at least, or {@link #NO_FLOOR}
     * @param ceiling what each balance may be at most, or {@link #NO_CEILING}
     * @param stampFloor the stamp must be at least this, or {@link #NO_FLOOR}: a soft ceiling holds only while it is
     *     fresh
     * @param ttl the new time to live in seconds, {@link #KEEP} or {@link #NO_END}
     */
    record Move(long[] delta, long[] consumed, long[] floor, long[] ceiling, long stampFloor, long ttl)
            implements Plan {}

    /**
     * Refills every limit up to a new stamp, and moves tokens with it; pinned on everything that the arithmetic used.
     *
     * @param full which limits, as bits, are set to a value instead of being added to: those at their ceiling
     * @param amount the value to set, or what to add, in millitokens
     * @param consumed what is added to each counter of consumption, in millitokens
     * @param floor what each balance must be at least, or {@link #NO_FLOOR}
     * @param ceiling what each balance may be at most, or {@link #NO_CEILING}
     * @param rm the new remainders
     * @param stamp the new stamp
     * @param ttl the new time to live in seconds, {@link #KEEP} or {@link #NO_END}
     * @param soft whether it clamps below the ceiling, for a bucket that others write too
     */
    record Refill(
            int full,
            long[] amount,
            long[] consumed,
            long[] floor,
            long[] ceiling,
            long[] rm,
            long stamp,
            long ttl,
            boolean soft)
            implements Plan {}

    /**
     * The partition has no write capacity left for the moment.
     *
     * @param millis when there will be some, from now
     */
    record Pause(long millis) implements Plan {}
}
