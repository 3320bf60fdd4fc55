package dev.zaelimiter.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Threads that start at one moment. */
final class ThreadCrowd {

    private ThreadCrowd() {}

    /** What each of the threads returned; fails with what one threw, or after half a minute. */
    static <T> List<T> run(int threads, IntFunction<T> task) {
        return run(Thread::new, threads, task);
    }

    static <T> List<T> run(ThreadFactory factory, int threads, IntFunction<T> task) {
        CountDownLatch start = new CountDownLatch(1);
        List<CompletableFuture<T>> results = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            int number = i;
            CompletableFuture<T> result = new CompletableFuture<>();
            results.add(result);
            factory.newThread(() -> {
                        try {
                            start.await();
                            result.complete(task.apply(number));
                        } catch (Throwable e) {
                            result.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        start.countDown();
        return results.stream()
                .map(result -> result.orTimeout(30, TimeUnit.SECONDS).join())
                .toList();
    }
}
