package dev.zaelimiter.internal.engine.pipeline;

/**
 * Many writers want what refills in one bucket, and most of their writes are lost. Whoever lost too often is told so,
 * and a time: how long it waits, and how much is written for it, would have no bound otherwise.
 */
public final class Contention {

    /** When to come back, in milliseconds. No limit is the reason, so that none can tell a time. */
    public static final long RETRY_MILLIS = 100;

    private static final int MOST_LOST_REFILLS = 3;

    private Contention() {}

    /**
     * Whether a demand has lost often enough to be told.
     *
     * @param lostRefills how many writes that were to refill the bucket were lost to others
     */
    public static boolean ends(int lostRefills) {
        return lostRefills >= MOST_LOST_REFILLS;
    }
}
