package dev.zaelimiter.spring.gateway;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what another thread is about to do. */
final class Eventually {

    private static final long LONGEST_NANOS = 20_000_000_000L;
    private static final long PAUSE_NANOS = 1_000_000;

    private Eventually() {}

    static void holds(BooleanSupplier condition) {
        long start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - start > LONGEST_NANOS) {
                throw new AssertionError("it did not come");
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
