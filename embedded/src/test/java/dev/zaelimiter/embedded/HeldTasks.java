package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** An environment whose tasks wait until the test runs them, or until somebody has waited for what they do. */
final class HeldTasks implements Environment {

    private final Environment environment;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    HeldTasks(Environment environment) {
        this.environment = environment;
    }

    void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public long wallMillis() {
        return environment.wallMillis();
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
        return tasks::add;
    }

    @Override
    public RandomGenerator random() {
        return environment.random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        try {
            return environment.await(future, nanos);
        } finally {
            runAll();
        }
    }
}
