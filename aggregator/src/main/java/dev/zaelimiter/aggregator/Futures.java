package dev.zaelimiter.aggregator;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** How continuations hang on futures here: with the failure itself, and without a future of their own. */
final class Futures {

    private Futures() {}

    /** Tells how a future ended. What the listener throws is the caller's fault, and is not to happen. */
    @SuppressWarnings("FutureReturnValueIgnored") // the listener is told of all
    static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future, BiConsumer<T, @Nullable Throwable> listener) {
        future.whenComplete(
                (value, failure) -> listener.accept(value, failure == null ? null : Attempts.cause(failure)));
    }

    static <T extends @Nullable Object> void complete(
            CompletableFuture<T> future, T value, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(failure);
        }
    }
}
