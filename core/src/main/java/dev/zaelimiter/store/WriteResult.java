package dev.zaelimiter.store;

import org.jspecify.annotations.Nullable;

/** The answer to a write: applied or not. A condition that does not hold is an answer, not an error. */
public sealed interface WriteResult {

    /** Capacity units that the store did not report. */
    double UNREPORTED = -1;

    /**
     * Applied.
     *
     * @param after the item as the write left it, or null after a delete
     * @param writeUnits capacity units consumed, or {@link #UNREPORTED}
     */
    record Written(@Nullable Item after, double writeUnits) implements WriteResult {}

    /**
     * Not applied, since its condition did not hold.
     *
     * @param current the item as it is, or null if there is none
     * @param writeUnits capacity units consumed, or {@link #UNREPORTED}
     */
    record Refused(@Nullable Item current, double writeUnits) implements WriteResult {}
}
