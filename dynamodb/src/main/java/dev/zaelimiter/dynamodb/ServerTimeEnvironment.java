package dev.zaelimiter.dynamodb;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;

/** A local environment whose wall clock is the server's. Safe for use by many threads. */
final class ServerTimeEnvironment extends ForwardingEnvironment {

    private final ServerClock clock;

    ServerTimeEnvironment(Environment local) {
        super(local);
        this.clock = new ServerClock(local);
    }

    ServerClock serverClock() {
        return clock;
    }

    @Override
    public long wallMillis() {
        return clock.millis();
    }

    @Override
    public ClockStatus clockStatus() {
        return clock.status();
    }
}
