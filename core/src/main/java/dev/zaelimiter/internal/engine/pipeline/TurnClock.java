package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;

/** The monotonic clock as it was last read, for all that is decided until the next reading. Belongs to the one who works the pipeline. */
final class TurnClock {

    private final Environment environment;
    private long nowNanos;

    TurnClock(Environment environment) {
        this.environment = environment;
    }

    /** Reads the clock. */
    void touch() {
        nowNanos = environment.monotonicNanos();
    }

    long nowNanos() {
        return nowNanos;
    }
}
