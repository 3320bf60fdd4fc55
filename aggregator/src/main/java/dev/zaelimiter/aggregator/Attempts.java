package dev.zaelimiter.aggregator;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call again while that may help: a few times, with pauses that double, and never waits longer than a while for
 * an answer. Only for calls that do no harm when they are repeated.
 */
final class Attempts {

    private static final int MOST = 4;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Environment environment;

    Attempts(Environment environment) {
        this.environment = environment;
    }

    /** The answer, or the failure of the last attempt. Whatever the call throws, the future completes. */
    <T extends @Nullable Object> CompletableFuture<T> make(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        attempt(call, 1, answer);
        return answer;
    }

    /** One attempt, with a deadline. */
    <T extends @Nullable Object> CompletableFuture<T> once(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<T> sent = start(call);
        if (!sent.isDone()) {
            Environment.Timer timer = environment.schedule(
                    () -> answer.completeExceptionally(new StoreException.Uncertain(
                            "no answer within " + PATIENCE_NANOS / 1_000_000 + " ms", null)),
                    PATIENCE_NANOS);
            Futures.whenDone(answer, (value, failure) -> timer.cancel());
        }
        Futures.whenDone(sent, (value, failure) -> Futures.complete(answer, value, failure));
        return answer;
    }

    private <T extends @Nullable Object> void attempt(
            Supplier<CompletableFuture<T>> call, int number, CompletableFuture<T> answer) {
        Futures.whenDone(once(call), (value, failure) -> {
            if (failure instanceof StoreException store && store.retryable() && number < MOST) {
                long pause = PAUSE_NANOS << (number - 1);
                long jitter = environment.random().nextLong(pause / 2);
                environment.schedule(
                        () -> environment.executor().execute(() -> attempt(call, number + 1, answer)), pause + jitter);
            } else {
                Futures.complete(answer, value, failure);
            }
        });
    }

    private static <T extends @Nullable Object> CompletableFuture<T> start(Supplier<CompletableFuture<T>> call) {
        try {
            CompletableFuture<T> sent = call.get();
            // Of a callee that others wrote.
            return sent == null
                    ? CompletableFuture.failedFuture(new NullPointerException("the call gave no future"))
                    : sent;
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The failure itself, without what futures wrap around it. */
    static Throwable cause(Throwable failure) {
        Throwable cause = failure;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause;
    }
}
