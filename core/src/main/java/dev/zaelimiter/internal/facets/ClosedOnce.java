package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Environment;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Closes something once. Whoever closes it at the same time waits until that is done: to each of them it is closed when
 * the call returns. Safe for use by many threads.
 */
final class ClosedOnce {

    private final AtomicBoolean begun = new AtomicBoolean();
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private volatile @Nullable Thread closer;

    /** Whether it is closed, or being closed. */
    boolean begun() {
        return begun.get();
    }

    /** Closes, the first time. */
    void close(Runnable work) {
        if (begun.compareAndSet(false, true)) {
            closer = Thread.currentThread();
            try {
                work.run();
            } finally {
                closer = null;
                done.complete(null);
            }
        }
    }

    /** Waits until another thread has closed. The one that closes, and runs a callback that closes again, does not. */
    void await(Environment environment, long nanos) {
        if (closer == Thread.currentThread()) {
            return;
        }
        // An interrupt makes nothing closed.
        boolean interrupted = Thread.interrupted();
        try {
            boolean unused = environment.await(done, nanos);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
