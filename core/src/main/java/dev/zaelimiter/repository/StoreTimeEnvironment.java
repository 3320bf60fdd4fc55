package dev.zaelimiter.repository;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import java.util.function.LongSupplier;

/** A local environment with the wall clock of a store. Safe for use by many threads. */
final class StoreTimeEnvironment extends ForwardingEnvironment {

    private final LongSupplier clock;

    StoreTimeEnvironment(Environment local, LongSupplier clock) {
        super(local);
        this.clock = clock;
    }

    @Override
    public long wallMillis() {
        return clock.getAsLong();
    }
}
