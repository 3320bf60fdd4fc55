package dev.zaelimiter.testkit.internal.simulation;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** How a store may break its contract. In each case the call may have been applied all the same. */
enum Breach {
    /** The call throws an exception. */
    THROWS,
    /** The call ends with an error: a class of another version is missing, say. */
    FAILS_TO_LINK,
    /** The call returns null. */
    GIVES_NO_FUTURE,
    /** The future fails in a way that is no failure of a store. */
    FAILS_STRANGELY,
    /** The future is never completed. */
    IS_SILENT;

    /**
     * Commits it.
     *
     * @param later runs something when the answer is due
     */
    <T extends @Nullable Object> @Nullable CompletableFuture<T> commit(Later later) {
        switch (this) {
            case THROWS -> throw new IllegalStateException("the store is out of order");
            case FAILS_TO_LINK -> throw new NoClassDefFoundError("a class of the store is missing");
            case GIVES_NO_FUTURE -> {
                return null;
            }
            case FAILS_STRANGELY -> {
                CompletableFuture<T> strange = new CompletableFuture<>();
                later.run(() -> strange.completeExceptionally(new IOException("the connection is strange")));
                return strange;
            }
            default -> {
                return new CompletableFuture<>();
            }
        }
    }

    /** Runs something when the answer is due. */
    interface Later {
        void run(Runnable task);
    }
}
