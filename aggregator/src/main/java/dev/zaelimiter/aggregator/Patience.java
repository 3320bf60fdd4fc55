package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import java.util.concurrent.TimeUnit;

/**
 * How often something has failed in a row, how long to wait before it is tried again, and for how long that may go on.
 * Pauses double. Guarded by whoever has it.
 */
final class Patience {

    private static final int MOST_DOUBLINGS = 20;

    private final Environment environment;
    private final long firstNanos;
    private final long longestNanos;
    private final long mostNanos;
    private int failures;
    private long sinceNanos;

    /**
     * Patience that is not tried yet.
     *
     * @param firstNanos the first pause
     * @param longestNanos the longest pause, but for a part that chance adds
     * @param mostNanos how long it may fail in a row
     */
    Patience(Environment environment, long firstNanos, long longestNanos, long mostNanos) {
        this.environment = environment;
        this.firstNanos = firstNanos;
        this.longestNanos = longestNanos;
        this.mostNanos = mostNanos;
    }

    /** With pauses from a tenth of a second to half a minute. */
    static Patience of(Environment environment, long mostNanos) {
        return new Patience(environment, TimeUnit.MILLISECONDS.toNanos(100), TimeUnit.SECONDS.toNanos(30), mostNanos);
    }

    /** Notes a failure; gives how long to wait. */
    long failed() {
        if (failures == 0) {
            sinceNanos = environment.monotonicNanos();
        }
        long pause = Math.min(longestNanos, firstNanos << Math.min(MOST_DOUBLINGS, failures));
        failures++;
        return pause + environment.random().nextLong(pause / 2 + 1);
    }

    void succeeded() {
        failures = 0;
    }

    /** Whether it has failed for too long. */
    boolean isOver() {
        return failures > 0 && environment.monotonicNanos() - sinceNanos >= mostNanos;
    }
}
