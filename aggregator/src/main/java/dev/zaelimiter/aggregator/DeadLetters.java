package dev.zaelimiter.aggregator;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Where changes go that can't be counted, so that they hold up no others and nothing is lost without a trace.
 * Implementations are safe for use by many threads.
 */
@FunctionalInterface
public interface DeadLetters {

    /** Keeps none; the aggregator's log and figures tell of each all the same. */
    DeadLetters NONE = letter -> CompletableFuture.completedFuture(null);

    /**
     * Hands on a line of JSON for each, with the images of the change.
     *
     * @param out takes a line without its end; what it throws makes the change come again
     * @return such a keeper
     */
    static DeadLetters lines(Consumer<String> out) {
        return letter -> {
            out.accept(letter.json());
            return CompletableFuture.completedFuture(null);
        };
    }

    /**
     * Keeps one. The same may come more than once.
     *
     * @param letter what to keep
     * @return done when it is kept; if it fails, the change comes again
     */
    CompletableFuture<Void> keep(DeadLetter letter);
}
