package dev.zaelimiter.store.contract;

import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Threads that do something at the same time. */
final class Crowd {

    private static final int MOST_TRIES = 1_000;

    /** Only so that a deadlock ends; a store on a busy machine may need minutes. */
    private static final int MOST_SECONDS = 300;

    private Crowd() {}

    /** What one thread does. */
    @FunctionalInterface
    interface Task<T> {
        T run(int thread) throws Exception;
    }

    /** Runs a task in some threads that start together, and gives their results in the order of the threads. */
    static <T> List<T> run(int threads, Task<T> task) {
        ExecutorService executor = Executors.newFixedThreadPool(threads, Crowd::daemon);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Future<T>> futures = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                futures.add(executor.submit(() -> {
                    start.await();
                    return task.run(thread);
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(future.get(MOST_SECONDS, TimeUnit.SECONDS));
            }
            return results;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed: " + e.getCause(), e);
        } catch (TimeoutException e) {
            throw new AssertionError("the threads did not end in " + MOST_SECONDS + " s", e);
        } finally {
            executor.shutdownNow();
        }
    }

    /** A store that keeps one for ever keeps no JVM alive with it. */
    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "contract-crowd");
        thread.setDaemon(true);
        return thread;
    }

    /** The answer of a call that is made again while the store says that it was busy and did nothing. */
    static <T> T insist(Supplier<CompletableFuture<T>> call) {
        for (int tries = 1; ; tries++) {
            try {
                return call.get().get(MOST_SECONDS, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                boolean again = e.getCause() instanceof StoreException failure
                        && failure.retryable()
                        && !failure.maybeApplied()
                        && tries < MOST_TRIES;
                if (!again) {
                    throw new CompletionException(e.getCause());
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            } catch (TimeoutException e) {
                throw new AssertionError("no answer in " + MOST_SECONDS + " s", e);
            }
        }
    }
}
