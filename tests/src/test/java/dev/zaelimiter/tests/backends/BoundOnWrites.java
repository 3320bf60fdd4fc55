package dev.zaelimiter.tests.backends;

/** How many writes a process makes in one bucket at most, as the page of bounded writes derives it. */
final class BoundOnWrites {

    /** A correction is tried for so many deadlines. */
    private static final int DEADLINES_OF_A_CORRECTION = 10;

    private BoundOnWrites() {}

    /** For requests, and for what is corrected afterwards. */
    static long of(long requests, long corrections, long deadlineMillis) {
        return requests * withMarks(within(deadlineMillis))
                + corrections * withMarks(within(DEADLINES_OF_A_CORRECTION * deadlineMillis));
    }

    private static long within(long millis) {
        return 12 + millis / 100;
    }

    /** After each third write that others forestalled there is a mark. */
    private static long withMarks(long writes) {
        return writes + writes / 3;
    }

    /** For one change of limits. */
    static long ofAChange(double seconds) {
        return 17 + 12 * (long) Math.ceil(seconds / 60);
    }
}
