package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;

/**
 * How much may be read from a store that bills it: so many read units a minute, of which a minute's worth may be read
 * together. What a read takes is known afterwards, so it may go into debt, and the next one waits until that is paid.
 * Safe for use by many threads.
 */
final class ReadAllowance {

    private static final long NANOS_PER_MINUTE = 60_000_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Environment environment;
    private final long perMinute;
    private double left;
    private long at;

    /**
     * One that is full.
     *
     * @param perMinute read units; 0 for no bound
     */
    ReadAllowance(Environment environment, long perMinute) {
        this.environment = environment;
        this.perMinute = perMinute;
        this.left = perMinute;
        this.at = environment.monotonicNanos();
    }

    /** For what the page reads by itself: how long until it may, in milliseconds. */
    long waitMillis() {
        return waitMillis(0);
    }

    /** For what somebody has clicked, which may go into debt for a minute. */
    long waitMillisWhenAsked() {
        return waitMillis(-perMinute);
    }

    private long waitMillis(long atLeast) {
        if (perMinute == 0) {
            return 0;
        }
        double missing = atLeast - refilled(0);
        return missing <= 0 ? 0 : (long) Math.ceil(missing / perMinute * NANOS_PER_MINUTE / NANOS_PER_MILLI);
    }

    void spend(long units) {
        if (perMinute > 0) {
            refilled(units);
        }
    }

    private double refilled(long spent) {
        long now = environment.monotonicNanos();
        synchronized (this) {
            double more = (double) Math.max(0, now - at) * perMinute / NANOS_PER_MINUTE;
            left = Math.min((double) perMinute, left + more) - spent;
            at = Math.max(at, now);
            return left;
        }
    }
}
