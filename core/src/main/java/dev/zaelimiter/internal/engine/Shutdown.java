package dev.zaelimiter.internal.engine;

import dev.zaelimiter.RepositoryClosedException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The end of a repository: who waits then is told, and what is to be corrected is written first. Safe for use by many
 * threads.
 */
final class Shutdown {

    private final Engine engine;
    private final Set<Wait> waiting = ConcurrentHashMap.newKeySet();
    private final AtomicLong openAdjustments = new AtomicLong();
    private volatile boolean closed;
    private volatile @Nullable CompletableFuture<Void> drained;

    Shutdown(Engine engine) {
        this.engine = engine;
    }

    boolean closed() {
        return closed;
    }

    void requireOpen() {
        if (closed) {
            throw new RepositoryClosedException();
        }
    }

    /** A caller waits for tokens that are to come back. */
    void waits(Wait wait) {
        waiting.add(wait);
    }

    void waitsNoMore(Wait wait) {
        waiting.remove(wait);
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

    /**
     * Stops admission, ends all waits, and waits until the corrections so far are written, at most for the deadline. After
     * that nothing is sent any more, whatever comes in.
     */
    void close(Pipelines pipelines) {
        CompletableFuture<Void> empty = new CompletableFuture<>();
        drained = empty;
        closed = true;
        for (Wait wait : List.copyOf(waiting)) {
            Outbox out = Outbox.ofAnswer();
            wait.closed(out);
            out.run(engine.environment());
        }
        pipelines.flush();
        // An interrupt hurries a thread along, but what is due is due.
        boolean interrupted = Thread.interrupted();
        try {
            if (openAdjustments.get() != 0
                    && !engine.environment().await(empty, engine.options().deadlineNanos())) {
                long left = openAdjustments.get();
                if (left > 0) {
                    engine.telemetry().leftAtClose(left);
                    pipelines.giveUp();
                }
            }
        } finally {
            engine.end();
            pipelines.flush();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
