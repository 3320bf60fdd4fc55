package dev.zaelimiter.http;

/** When a limit is whole again, for the dialects that tell that of one limit. Pure. */
final class Resets {

    private Resets() {}

    /**
     * Seconds until the capacity is there again, rounded up. After a refusal it is what {@code Retry-After} says, since
     * clients take either for the time to come back. What never comes back is the longest time that can be told.
     */
    static long seconds(DecisionView view, LimitView limit, long retryAfterSeconds) {
        if (view.refused()) {
            return retryAfterSeconds;
        }
        long millis = limit.fullAfterMillis();
        if (millis == Times.NEVER) {
            return Times.LONGEST_SECONDS;
        }
        return millis == 0 ? 0 : Times.seconds(millis);
    }
}
