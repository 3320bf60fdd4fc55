package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Environment;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.GuardedStore;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Waits for the store on the caller's thread, and says what a failure means. */
public final class BlockingStore {

    private static final long FIRST_PAUSE_NANOS = 50_000_000;
    private static final long LONGEST_PAUSE_NANOS = 1_000_000_000;

    private final Environment environment;
    private final long deadlineNanos;

    BlockingStore(Environment environment, long deadlineNanos) {
        this.environment = environment;
        this.deadlineNanos = deadlineNanos;
    }

    Environment environment() {
        return environment;
    }

    /** How long a change of configuration may take. */
    long deadlineNanos() {
        return deadlineNanos;
    }

    /**
     * Waits for a call that may change something.
     *
     * @param operation what is being done, for the error
     * @param future the store's answer to come
     * @param <T> its type
     * @return the answer
     * @throws StoreFailureException if the store fails, or takes too long
     */
    public <T extends @Nullable Object> T get(String operation, CompletableFuture<T> future) {
        return within(deadlineNanos, operation, true, future);
    }

    /**
     * Waits for a read: whatever became of it, nothing was changed.
     *
     * @param operation what is being read, for the error
     * @param future the store's answer to come
     * @param <T> its type
     * @return the answer
     * @throws StoreFailureException if the store fails, or takes too long
     */
    public <T extends @Nullable Object> T read(String operation, CompletableFuture<T> future) {
        return within(deadlineNanos, operation, false, future);
    }

    /**
     * Makes a call again and again while that may help, with pauses that double.
     *
     * @param operation what is being done, for the error
     * @param changes whether it may change something
     * @param call one attempt, which does no harm if it is repeated, even after one that was applied
     * @param <T> the answer's type
     * @return the first answer
     * @throws StoreFailureException if another attempt would not help, or the time is over
     */
    <T extends @Nullable Object> T insist(String operation, boolean changes, Supplier<CompletableFuture<T>> call) {
        long end = environment.monotonicNanos() + deadlineNanos;
        long pause = FIRST_PAUSE_NANOS;
        for (int tries = 1; ; tries++) {
            try {
                return within(Math.max(1, end - environment.monotonicNanos()), operation, changes, call.get());
            } catch (StoreFailureException e) {
                if (!(e.getCause() instanceof StoreException failure) || !failure.retryable()) {
                    throw e;
                } else if (interrupted() || environment.monotonicNanos() + pause - end >= 0) {
                    throw tries == 1
                            ? e
                            : new StoreFailureException(
                                    operation + ", tried " + tries + " times in " + deadlineNanos / 1_000_000 + " ms,",
                                    e.maybeApplied(),
                                    failure);
                }
            }
            environment.await(new CompletableFuture<>(), pause);
            pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
        }
    }

    private <T extends @Nullable Object> T within(
            long nanos, String operation, boolean changes, CompletableFuture<T> future) {
        if (!environment.await(future, nanos)) {
            throw new StoreFailureException(
                    operation,
                    changes,
                    new StoreException.Uncertain(
                            interrupted()
                                    ? "interrupted before the answer came"
                                    : "no answer within " + nanos / 1_000_000 + " ms",
                            null));
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            if (GuardedStore.isTurnedAway(cause)) {
                throw new RepositoryClosedException();
            }
            throw new StoreFailureException(
                    operation, changes && (!(cause instanceof StoreException store) || store.maybeApplied()), cause);
        }
    }

    /** Whoever was interrupted waits no longer, neither for an answer nor between two tries. */
    static boolean interrupted() {
        return Thread.currentThread().isInterrupted();
    }
}
