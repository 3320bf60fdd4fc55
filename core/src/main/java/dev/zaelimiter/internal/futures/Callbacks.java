package dev.zaelimiter.internal.futures;

import dev.zaelimiter.internal.guard.SafeLog;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Continues when a future is done. What the continuation throws is a fault of ours, and is not lost in silence. */
public final class Callbacks {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private Callbacks() {}

    /**
     * Runs a continuation when a future is done, on the thread that completes it.
     *
     * @param future what to wait for
     * @param continuation gets the value, or the failure
     * @param <T> the value
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the continuation reports its own failures
    public static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future, BiConsumer<? super T, ? super @Nullable Throwable> continuation) {
        future.whenComplete((value, failure) -> {
            try {
                continuation.accept(value, failure);
            } catch (RuntimeException | Error fault) {
                LOG.error("a fault in the limiter", fault);
                throw fault;
            }
        });
    }

    /**
     * What made a future fail, without the wrappings that futures put around it.
     *
     * @param failure as a continuation or {@code join()} tells it
     * @return never null: a fault of its own if there is none
     */
    public static Throwable cause(@Nullable Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause == null ? new IllegalStateException("no cause") : cause;
    }
}
