package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** The time of a manual clock, and the threads and timers of the JVM: as a store works in production. */
record ThreadedClock(ManualClock clock) implements Environment {

    @Override
    public long wallMillis() {
        return clock.wallMillis();
    }

    @Override
    public long monotonicNanos() {
        return clock.monotonicNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return Environment.system().schedule(task, delayNanos);
    }

    @Override
    public Executor executor() {
        return Environment.system().executor();
    }

    @Override
    public RandomGenerator random() {
        return Environment.system().random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return Environment.system().await(future, nanos);
    }
}
