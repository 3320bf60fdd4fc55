package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/** The root of everything that the limiter throws on purpose. Unchecked; each subclass says what to do about it. */
public abstract class RateLimiterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    RateLimiterException(String message) {
        super(message);
    }

    RateLimiterException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
