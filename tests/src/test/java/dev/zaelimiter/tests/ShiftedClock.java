package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import java.time.Duration;

/** The environment of a host whose wall clock is ahead of another's. */
final class ShiftedClock extends ForwardingEnvironment {

    private final long aheadMillis;

    ShiftedClock(Environment environment, Duration ahead) {
        super(environment);
        this.aheadMillis = ahead.toMillis();
    }

    @Override
    public long wallMillis() {
        return super.wallMillis() + aheadMillis;
    }
}
