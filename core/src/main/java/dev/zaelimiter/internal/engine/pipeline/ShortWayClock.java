package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.Environment;

/**
 * The clocks as read on the short ways, where a reading costs a tenth of an acquire. Belongs to the one who works the
 * pipeline.
 */
final class ShortWayClock {

    /** The monotonic clock is read again after so many acquires that met the same millisecond of the wall clock. */
    private static final int MOST_BY_ONE = 64;

    private final Environment environment;
    private final TurnClock turn;
    private long lastMillis = Long.MIN_VALUE;
    private int byLast;

    ShortWayClock(Environment environment, TurnClock turn) {
        this.environment = environment;
        this.turn = turn;
    }

    /** Reads the wall clock, and the monotonic one if it may have moved by as much as a millisecond. */
    long wallMillis() {
        long now = environment.wallMillis();
        if (now != lastMillis || ++byLast == MOST_BY_ONE) {
            turn.touch(now);
            lastMillis = now;
            byLast = 0;
        }
        return now;
    }
}
