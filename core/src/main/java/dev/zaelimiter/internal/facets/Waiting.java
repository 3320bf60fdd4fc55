package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Environment;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/** Waits for the store on the caller's thread, and says what a failure means. */
public final class Waiting {

    private final Environment environment;
    private final long deadlineNanos;

    Waiting(Environment environment, long deadlineNanos) {
        this.environment = environment;
        this.deadlineNanos = deadlineNanos;
    }

    /**
     * Waits.
     *
     * @param operation what is being done, for the error
     * @param future the store's answer to come
     * @param <T> its type
     * @return the answer
     * @throws StoreFailureException if the store fails, or takes too long
     */
    public <T extends @Nullable Object> T get(String operation, CompletableFuture<T> future) {
        if (!environment.await(future, deadlineNanos)) {
            throw new StoreFailureException(
                    operation,
                    true,
                    new StoreException.Uncertain("no answer within " + deadlineNanos / 1_000_000 + " ms", null));
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new StoreFailureException(
                    operation, !(cause instanceof StoreException store) || store.maybeApplied(), cause);
        }
    }
}
