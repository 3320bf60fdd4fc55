package dev.zaelimiter.internal.guard;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A task that runs once, whatever is done with it: an executor that throws may have run it before, or have kept it to
 * run it later. Safe for use by many threads.
 */
public final class OnceTask implements Runnable {

    private final Runnable task;
    private final AtomicBoolean begun = new AtomicBoolean();

    public OnceTask(Runnable task) {
        this.task = task;
    }

    @Override
    public void run() {
        if (begun.compareAndSet(false, true)) {
            task.run();
        }
    }

    /**
     * Keeps it from running.
     *
     * @return false if it has begun
     */
    public boolean cancel() {
        return begun.compareAndSet(false, true);
    }

    /**
     * Gives it to an executor.
     *
     * @return whether the executor took it, or has run it and then thrown. A JVM that can't start one more thread says
     *     so by an error
     */
    public boolean takenBy(Executor executor) {
        try {
            executor.execute(this);
            return true;
        } catch (RuntimeException | Error refused) {
            return begun.get();
        }
    }

    /** Has it run by an executor; if no thread can be had, on this one: better than never. */
    public void runBy(Executor executor) {
        if (!takenBy(executor)) {
            run();
        }
    }
}
