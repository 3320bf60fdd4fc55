package dev.zaelimiter.dynamodb;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What happens when a future is done. */
final class Futures {

    private Futures() {}

    /**
     * Runs something when a future is done, whichever way; for callbacks that throw nothing.
     *
     * @param future what to wait for
     * @param then takes the value, or null and the failure
     * @param <T> the value
     */
    static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future, BiConsumer<? super @Nullable T, ? super @Nullable Throwable> then) {
        CompletableFuture<T> unused = future.whenComplete(then);
    }
}
