package dev.zaelimiter.repository;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/** A local environment with the wall clock of a store. Safe for use by many threads. */
final class StoreTimeEnvironment implements Environment {

    private final Environment local;
    private final LongSupplier clock;

    StoreTimeEnvironment(Environment local, LongSupplier clock) {
        this.local = local;
        this.clock = clock;
    }

    @Override
    public long wallMillis() {
        return clock.getAsLong();
    }

    @Override
    public ClockStatus clockStatus() {
        return local.clockStatus();
    }

    @Override
    public long monotonicNanos() {
        return local.monotonicNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return local.schedule(task, delayNanos);
    }

    @Override
    public Executor executor() {
        return local.executor();
    }

    @Override
    public RandomGenerator random() {
        return local.random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return local.await(future, nanos);
    }
}
