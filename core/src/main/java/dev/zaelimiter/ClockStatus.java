package dev.zaelimiter;

/**
 * Which clock stamps what a process stores, and how well it is known. All processes of a table should stamp by one
 * clock: where the store tells its own, that one is used, and the local one may be wrong by any amount. Immutable.
 *
 * @param answers how many answers of the store were learned from; 0 where only the local clock is used
 * @param offsetMillis what is added to the local wall clock, in milliseconds; positive if it is behind the store's
 * @param boundMillis how far the result may be from the store's clock at most, in milliseconds; -1 if nothing is known
 */
public record ClockStatus(long answers, long offsetMillis, long boundMillis) {

    /** The local wall clock, as it is. */
    public static final ClockStatus LOCAL = new ClockStatus(0, 0, -1);
}
