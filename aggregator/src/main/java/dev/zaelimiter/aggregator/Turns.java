package dev.zaelimiter.aggregator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;

/** Lets a number of tasks run at once; the others wait in line. Safe for use by many threads. */
final class Turns {

    private final Executor executor;
    private final Deque<Runnable> line = new ArrayDeque<>();
    private int free;

    Turns(Executor executor, int atOnce) {
        this.executor = executor;
        this.free = atOnce;
    }

    /** Runs a task when it is its turn, on a thread of the executor. It must {@link #leave} in the end. */
    void enter(Runnable task) {
        synchronized (this) {
            if (free == 0) {
                line.add(task);
                return;
            }
            free--;
        }
        executor.execute(task);
    }

    void leave() {
        Runnable next;
        synchronized (this) {
            next = line.poll();
            if (next == null) {
                free++;
                return;
            }
        }
        executor.execute(next);
    }
}
