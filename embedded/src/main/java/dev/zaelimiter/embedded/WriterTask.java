package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has work done by a task of the environment's, each time once, whatever its executor and its timer do: one that throws
 * may have run the task before, or have kept it to run it later. Safe for use by many threads.
 */
final class WriterTask {

    private final Environment environment;
    private final Runnable work;

    WriterTask(Environment environment, Runnable work) {
        this.environment = environment;
        this.work = work;
    }

    /** If no thread can be had, the work is done on this one: better than never. Not to be called under a lock. */
    void start() {
        start(new AtomicBoolean());
    }

    private void start(AtomicBoolean begun) {
        Runnable once = () -> {
            if (begun.compareAndSet(false, true)) {
                work.run();
            }
        };
        try {
            environment.executor().execute(once);
        } catch (RuntimeException | Error refused) {
            once.run();
        }
    }

    /**
     * Starts it after a while.
     *
     * @return false if it will never be started, since no timer can be had
     */
    boolean startAfter(long nanos) {
        AtomicBoolean begun = new AtomicBoolean();
        try {
            environment.schedule(() -> start(begun), nanos);
            return true;
        } catch (RuntimeException | Error refused) {
            return !begun.compareAndSet(false, true);
        }
    }
}
