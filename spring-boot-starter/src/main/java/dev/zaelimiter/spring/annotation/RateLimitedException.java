package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.RateLimiterException;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RateLimited} that can't be followed: an expression that can't be parsed, fails or yields what is not
 * allowed, or an annotation that would never be looked at. It names the method and the expression. The method was not
 * run, unless the expression is one of {@link RateLimited#settle}: then what was taken is kept.
 */
public class RateLimitedException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    RateLimitedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
