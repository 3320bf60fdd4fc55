package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What happens when a future is done. */
final class FutureChains {

    private FutureChains() {}

    /**
     * Runs something when a future is done, whichever way; for callbacks that throw nothing.
     *
     * @param future what to wait for
     * @param then takes the value, or null and the failure
     * @param <T> the value
     */
    static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        CompletableFuture<? extends T> unused = future.whenComplete(then);
    }

    /**
     * Runs something when a future is done, whichever way, that is to bring about another one. What it throws ends that
     * one too: otherwise it would never be done, and its bucket would wait for ever.
     *
     * @param future what to wait for
     * @param answer what must be done in the end
     * @param then takes the value, or null and the failure
     * @param <T> the value
     */
    static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future,
            CompletableFuture<?> answer,
            BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        whenDone(future, (value, failure) -> {
            try {
                then.accept(value, failure);
            } catch (RuntimeException | Error e) {
                answer.completeExceptionally(known(e));
            }
        });
    }

    /** The service may have done it; only its answer makes no sense to us. */
    static StoreException known(Throwable thrown) {
        return thrown instanceof StoreException known
                ? known
                : new StoreException.Uncertain("an answer that can't be read: " + thrown, thrown);
    }
}
