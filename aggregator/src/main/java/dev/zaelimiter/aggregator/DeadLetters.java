package dev.zaelimiter.aggregator;

import java.util.concurrent.CompletableFuture;

/**
 * Where changes go that can't be counted, so that they hold up no others and nothing is lost without a trace.
 * Implementations are safe for use by many threads.
 */
@FunctionalInterface
public interface DeadLetters {

    /** Keeps none; the aggregator's log and figures tell of each all the same. */
    DeadLetters NONE = letter -> CompletableFuture.completedFuture(null);

    /**
     * Keeps one. The same may come more than once.
     *
     * @param letter what to keep
     * @return done when it is kept; if it fails, the change comes again
     */
    CompletableFuture<Void> keep(DeadLetter letter);
}
