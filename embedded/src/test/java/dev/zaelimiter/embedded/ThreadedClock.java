package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;

/** The time of a manual clock, and the threads and timers of the JVM: as a store works in production. */
final class ThreadedClock extends ForwardingEnvironment {

    private final ManualClock clock;

    ThreadedClock(ManualClock clock) {
        super(Environment.system());
        this.clock = clock;
    }

    @Override
    public long wallMillis() {
        return clock.wallMillis();
    }

    @Override
    public long monotonicNanos() {
        return clock.monotonicNanos();
    }
}
