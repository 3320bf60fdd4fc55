package dev.zaelimiter.dashboard;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads that wait for the store, so that those which answer browsers need not: a store that gives no answer keeps
 * these few alone. Safe for use by many threads.
 */
final class StoreWork {

    private static final int READERS = 4;
    private static final int MOST_WAITING = 64;
    private static final long PATIENCE_SECONDS = 10;

    private final ThreadPoolExecutor readers = pool("read", READERS);

    /** One after the other, as a person makes them. */
    private final ThreadPoolExecutor changers = pool("change", 1);

    private static ThreadPoolExecutor pool(String name, int threads) {
        AtomicInteger number = new AtomicInteger();
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                threads, threads, 1, TimeUnit.MINUTES, new ArrayBlockingQueue<>(MOST_WAITING), task -> {
                    Thread thread = new Thread(task, "zae-limiter-dashboard-" + name + "-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    /** Reads. The future fails with what the work throws, or if too much is waiting already. */
    <T> CompletableFuture<T> read(Supplier<T> work) {
        return on(readers, work);
    }

    /** Changes something, after all changes before. */
    <T> CompletableFuture<T> change(Supplier<T> work) {
        return on(changers, work);
    }

    private static <T> CompletableFuture<T> on(ThreadPoolExecutor pool, Supplier<T> work) {
        try {
            return CompletableFuture.supplyAsync(work, pool);
        } catch (RejectedExecutionException full) {
            return CompletableFuture.failedFuture(
                    pool.isShutdown() ? new CancellationException("the dashboard is ending") : full);
        }
    }

    /** Waits for changes that were begun, gives reads up, and ends the threads. */
    void close() {
        changers.shutdown();
        readers.shutdownNow();
        try {
            if (!changers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                changers.shutdownNow();
            }
            boolean unused = readers.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            changers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
