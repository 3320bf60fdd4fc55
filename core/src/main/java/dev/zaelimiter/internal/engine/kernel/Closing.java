package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.RepositoryClosedException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Whether a repository is closed, and how many corrections are still to be written. Safe for use by many threads. */
public final class Closing {

    private final AtomicLong openAdjustments = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<Void> drained;

    boolean closed() {
        return closed;
    }

    void requireOpen() {
        if (closed) {
            throw new RepositoryClosedException();
        }
    }

    void adjustmentQueued() {
        openAdjustments.incrementAndGet();
    }

    void adjustmentSettled() {
        if (openAdjustments.decrementAndGet() == 0) {
            CompletableFuture<Void> waits = drained;
            if (waits != null) {
                waits.complete(null);
            }
        }
    }

    /** How many corrections are neither written nor lost. */
    public long openAdjustments() {
        return openAdjustments.get();
    }

    /** Closes: nobody is admitted from now on. The future is done when a last correction is settled after that. */
    public CompletableFuture<Void> begin() {
        CompletableFuture<Void> empty = new CompletableFuture<>();
        drained = empty;
        closed = true;
        return empty;
    }
}
