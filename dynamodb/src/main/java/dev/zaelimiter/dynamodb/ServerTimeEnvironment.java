package dev.zaelimiter.dynamodb;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** A local environment whose wall clock is the server's. Safe for use by many threads. */
final class ServerTimeEnvironment implements Environment {

    private final Environment local;
    private final ServerClock clock;

    ServerTimeEnvironment(Environment local) {
        this.local = local;
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
