package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** The environment of a host whose wall clock is ahead of another's. */
record ShiftedClock(Environment environment, Duration ahead) implements Environment {

    @Override
    public long wallMillis() {
        return environment.wallMillis() + ahead.toMillis();
    }

    @Override
    public long monotonicNanos() {
        return environment.monotonicNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return environment.schedule(task, delayNanos);
    }

    @Override
    public Executor executor() {
        return environment.executor();
    }

    @Override
    public RandomGenerator random() {
        return environment.random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return environment.await(future, nanos);
    }
}
