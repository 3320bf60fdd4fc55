package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;

/** An environment whose tasks wait until the test runs them, or until somebody has waited for what they do. */
final class HeldTasks extends ForwardingEnvironment {

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();

    HeldTasks(Environment environment) {
        super(environment);
    }

    void runAll() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public Executor executor() {
        return tasks::add;
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        try {
            return super.await(future, nanos);
        } finally {
            runAll();
        }
    }
}
