package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/**
 * The root of everything that the limiter throws on purpose. Unchecked; each subclass says what to do about it.
 * Messages are one line: what can't be seen in stored names, or in what a store has said, is escaped.
 */
public abstract class RateLimiterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For the limiter's own modules.
     *
     * @param message what happened, to what, and what to do
     */
    protected RateLimiterException(String message) {
        super(Shown.line(message));
    }

    /**
     * For the limiter's own modules.
     *
     * @param message what happened, to what, and what to do
     * @param cause the error below, if there is one
     */
    protected RateLimiterException(String message, @Nullable Throwable cause) {
        super(Shown.line(message), cause);
    }
}
