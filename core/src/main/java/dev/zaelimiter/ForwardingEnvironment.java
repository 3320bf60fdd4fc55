package dev.zaelimiter;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * An environment that is another one but for what is overridden: with the clock of a store or a server, say, or with
 * one that a test moves. As safe for use by many threads as that one and what is overridden.
 */
public abstract class ForwardingEnvironment implements Environment {

    private final Environment local;

    /**
     * Forwards everything at first.
     *
     * @param local to which
     */
    protected ForwardingEnvironment(Environment local) {
        this.local = Objects.requireNonNull(local, "local");
    }

    @Override
    public long wallMillis() {
        return local.wallMillis();
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
    public int threadNumber() {
        return local.threadNumber();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return local.await(future, nanos);
    }
}
