package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeTimers;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Repeats calls that conflicted with another transaction, after a random part of a wait that doubles each time. All
 * other failures are left to the engine, which knows how long its caller will wait.
 */
final class Retries {

    private static final int MOST_TRIES = 4;
    private static final long FIRST_NANOS = 10_000_000;

    private final Environment environment;

    Retries(Environment environment) {
        this.environment = environment;
    }

    /**
     * A call, made again while it ends with {@link StoreException.Conflict}.
     *
     * @param call one attempt; fails with store exceptions alone
     * @param <T> its answer
     * @return the answer, or the last failure
     */
    <T extends @Nullable Object> CompletableFuture<T> insist(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> answer = call.get();
        if (answer.isDone() && !answer.isCompletedExceptionally()) {
            return answer;
        }
        CompletableFuture<T> end = new CompletableFuture<>();
        watch(answer, call, 1, end);
        return end;
    }

    private <T extends @Nullable Object> void watch(
            CompletableFuture<T> attempt, Supplier<CompletableFuture<T>> call, int tries, CompletableFuture<T> end) {
        FutureChains.whenDone(attempt, end, (value, failure) -> {
            if (failure == null) {
                end.complete(value);
            } else if (StoreFailures.unwrap(failure) instanceof StoreException.Conflict && tries < MOST_TRIES) {
                pause(tries, end, () -> watch(call.get(), call, tries + 1, end));
            } else {
                end.completeExceptionally(StoreFailures.unwrap(failure));
            }
        });
    }

    /**
     * Runs something after a random part of a wait that doubles with each try.
     *
     * @param tries how often it was tried, from 1
     * @param end what it brings about: fails with what is thrown on the way
     * @param next must not block
     */
    void pause(int tries, CompletableFuture<?> end, Runnable next) {
        long longest = FIRST_NANOS << Math.min(tries - 1, 5);
        new SafeTimers(environment)
                .schedule(
                        () -> {
                            try {
                                next.run();
                            } catch (RuntimeException | Error e) {
                                end.completeExceptionally(FutureChains.known(e));
                            }
                        },
                        environment.random().nextLong(longest));
    }
}
