package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeClock;

/**
 * The clocks as they were last read, for all that is decided until the next reading. Belongs to the one who works the
 * pipeline.
 */
final class TurnClock {

    private final Environment environment;
    private final SafeClock safe;
    private long nowNanos;
    private long wallMillis;

    TurnClock(Environment environment, SafeClock safe) {
        this.environment = environment;
        this.safe = safe;
    }

    /** Reads the clocks. */
    void touch() {
        touch(environment.wallMillis());
    }

    /** Reads the monotonic clock; the other one was read just now. */
    void touch(long wall) {
        wallMillis = wall;
        nowNanos = environment.monotonicNanos();
        safe.read(nowNanos);
    }

    long nowNanos() {
        return nowNanos;
    }

    long wallMillis() {
        return wallMillis;
    }
}
