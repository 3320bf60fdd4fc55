package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Environment;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tries again where others were quicker. An attempt reads, decides, and writes on the condition that what it read is
 * still there; if it is not, the next attempt begins with reading. The second one comes immediately; pauses before the
 * later ones double, and are of random length, so that two who were in each other's way are not so again. There are at
 * most {@value #MOST_TRIES} of them, within the time that a change of configuration may take. A failure of the store is
 * no such case, and ends it. Blocking; safe for use by many threads.
 */
public final class OptimisticRetry {

    static final int MOST_TRIES = 20;

    private static final long FIRST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 500_000_000;

    private final BlockingStore blocking;
    private final Runnable requireOpen;

    /**
     * For the operations of a repository: none is tried again after it was closed.
     *
     * @param engine of the repository
     * @param blocking says how long it may take
     */
    public OptimisticRetry(Engine engine, BlockingStore blocking) {
        this(blocking, engine::requireOpen);
    }

    /** For what is done before there is a repository to be closed, too. */
    OptimisticRetry(BlockingStore blocking, Runnable requireOpen) {
        this.blocking = blocking;
        this.requireOpen = requireOpen;
    }

    /**
     * One attempt.
     *
     * @param <T> what it gives
     */
    public interface Attempt<T> {

        /**
         * Reads, decides and writes.
         *
         * @return what was done; null if others have changed meanwhile what was read
         */
        @Nullable
        T once();
    }

    /**
     * Tries until it succeeds. An attempt that does not succeed changes nothing.
     *
     * @param operation what is being done, for the error
     * @param others who or what was in the way, for the error: {@code others changed it}
     * @param attempt one attempt
     * @param <T> what it gives
     * @return what the first attempt gave that succeeded
     * @throws StoreFailureException if others were always quicker, or the store failed
     * @throws dev.zaelimiter.RepositoryClosedException if the repository is closed meanwhile
     */
    public <T> T run(String operation, String others, Attempt<T> attempt) {
        return run(operation, others, false, blocking.deadlineNanos(), attempt);
    }

    /**
     * Tries until it succeeds, where also an attempt that does not gets something done, and may take as long as that
     * needs: the number of attempts alone is bounded.
     *
     * @param operation what is being done, for the error
     * @param others who or what was in the way, for the error
     * @param attempt one attempt
     * @param <T> what it gives
     * @return what the first attempt gave that succeeded
     * @throws StoreFailureException if others were always quicker, or the store failed
     * @throws dev.zaelimiter.RepositoryClosedException if the repository is closed meanwhile
     */
    public <T> T runInParts(String operation, String others, Attempt<T> attempt) {
        return run(operation, others, true, Long.MAX_VALUE / 2, attempt);
    }

    private <T> T run(String operation, String others, boolean changes, long deadlineNanos, Attempt<T> attempt) {
        Environment environment = blocking.environment();
        long start = environment.monotonicNanos();
        long pause = 0;
        for (int tries = 1; tries <= MOST_TRIES; tries++) {
            requireOpen.run();
            T done = attempt.once();
            if (done != null) {
                return done;
            }
            long wait = pause == 0 ? 0 : pause / 2 + environment.random().nextLong(pause / 2);
            if (BlockingStore.interrupted()) {
                throw failure(operation, changes, others + ", and the thread was interrupted");
            } else if (environment.monotonicNanos() - start + wait >= deadlineNanos) {
                throw failure(
                        operation, changes, others + " " + tries + " times in " + deadlineNanos / 1_000_000 + " ms");
            } else if (wait > 0 && tries < MOST_TRIES) {
                environment.await(new CompletableFuture<>(), wait);
            }
            pause = Math.min(LONGEST_PAUSE_NANOS, Math.max(FIRST_PAUSE_NANOS, 2 * pause));
        }
        throw failure(operation, changes, others + " " + MOST_TRIES + " times meanwhile");
    }

    private static StoreFailureException failure(String operation, boolean changes, String why) {
        return new StoreFailureException(operation, changes, new StoreException.Conflict(why, null));
    }
}
