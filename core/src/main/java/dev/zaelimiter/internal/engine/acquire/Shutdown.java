package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.shards.PipelineRegistry;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The end of a repository: who waits then is told, and what is to be corrected is written first. Safe for use by many
 * threads.
 */
final class Shutdown {

    private final Engine engine;
    /** In order of their coming, by which they end. */
    private final Set<Waiting> waiting = Collections.synchronizedSet(new LinkedHashSet<>());

    Shutdown(Engine engine) {
        this.engine = engine;
    }

    /** Somebody who waits for tokens that are to come back. */
    interface Waiting {

        /** The repository closes: nobody waits any longer. */
        void closed(Outbox out);
    }

    /** A caller waits for tokens that are to come back. */
    void waits(Waiting wait) {
        waiting.add(wait);
    }

    void waitsNoMore(Waiting wait) {
        waiting.remove(wait);
    }

    /** All who wait end together, and give back together. */
    private void endAll() {
        Outbox out = Outbox.ofCall();
        out.beginTurn();
        try {
            List.copyOf(waiting).forEach(wait -> end(wait, out));
        } finally {
            out.endTurn(engine.environment());
            out.run(engine.environment());
        }
    }

    private void end(Waiting wait, Outbox out) {
        try {
            wait.closed(out);
        } catch (RuntimeException | Error fault) {
            // The others end all the same, and so does the repository.
            engine.telemetry().fault(fault);
        }
    }

    /**
     * Stops admission, ends all waits, and waits until the corrections so far are written, and until whatever else is
     * under way has been answered, both together at most for the deadline. After that nothing is sent any more,
     * whatever comes in.
     */
    void close(PipelineRegistry pipelines) {
        long end = engine.safeClock().monotonicNanos() + engine.options().deadlineNanos();
        CompletableFuture<Void> empty = engine.closing().begin();
        boolean interrupted = false;
        try {
            endAll();
            pipelines.flush();
            // An interrupt hurries a thread along, but what is due is due.
            interrupted = Thread.interrupted();
            if (engine.closing().openAdjustments() != 0
                    && !engine.environment().await(empty, engine.options().deadlineNanos())) {
                long left = engine.closing().openAdjustments();
                if (left > 0) {
                    engine.telemetry().leftAtClose(left);
                    pipelines.giveUp();
                }
            }
        } finally {
            CompletableFuture<Void> quiet = engine.end();
            pipelines.flush();
            // What a client has in hand, it may still be about to send.
            long left = Math.max(0, end - engine.safeClock().monotonicNanos());
            boolean unused = engine.environment().await(quiet, left);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
