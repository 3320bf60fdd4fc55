package dev.zaelimiter.tests.backends;

import dev.zaelimiter.Environment;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** A host whose wall clock is wrong. */
final class SkewedEnvironment implements Environment {

    private final Environment system = Environment.system();
    private final long aheadMillis;

    SkewedEnvironment(Duration ahead) {
        this.aheadMillis = ahead.toMillis();
    }

    @Override
    public long wallMillis() {
        return system.wallMillis() + aheadMillis;
    }

    @Override
    public long monotonicNanos() {
        return system.monotonicNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return system.schedule(task, delayNanos);
    }

    @Override
    public Executor executor() {
        return system.executor();
    }

    @Override
    public RandomGenerator random() {
        return system.random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return system.await(future, nanos);
    }
}
