package dev.zaelimiter.tests.architecture.internal.engine;

import java.time.Clock;
import java.time.Instant;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Each method but the last violates: one environment. */
public final class Ambient {

    long wall() {
        return System.currentTimeMillis();
    }

    long monotonic() {
        return System.nanoTime();
    }

    Instant instant() {
        return Instant.now();
    }

    Clock clock() {
        return Clock.systemUTC();
    }

    int threadLocalRandom() {
        return ThreadLocalRandom.current().nextInt();
    }

    double mathRandom() {
        return Math.random();
    }

    Random newRandom() {
        return new Random();
    }

    void sleep() throws InterruptedException {
        Thread.sleep(0);
    }

    CompletableFuture<Integer> orTimeout(CompletableFuture<Integer> future) {
        return future.orTimeout(1, TimeUnit.SECONDS);
    }

    CompletableFuture<Integer> completeOnTimeout(CompletableFuture<Integer> future) {
        return future.completeOnTimeout(1, 1, TimeUnit.SECONDS);
    }

    Executor delayedExecutor() {
        return CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS);
    }

    CompletableFuture<Integer> thenApplyAsync(CompletableFuture<Integer> future) {
        return future.thenApplyAsync(value -> value);
    }

    CompletableFuture<Void> runAsync() {
        return CompletableFuture.runAsync(() -> {});
    }

    CompletableFuture<Integer> allowed(CompletableFuture<Integer> future, Executor executor) {
        return future.thenApplyAsync(value -> value, executor);
    }
}
