package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/**
 * A fault in the limiter itself, neither of its caller nor of the store. Nothing was granted, and
 * {@link OnUnavailable#ALLOW} does not admit the request: nobody knows what else is wrong. Please send the message to
 * the maintainers; it holds numbers, and no name of an entity or of a resource.
 */
public final class LimiterFaultException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private LimiterFaultException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * For the limiter's own modules.
     *
     * @param what happened, without names of users
     * @param cause the error below, if there is one
     * @return the exception
     */
    public static LimiterFaultException of(String what, @Nullable Throwable cause) {
        return new LimiterFaultException(
                "a fault in the limiter (please send this message to its maintainers; it names nobody): " + what,
                cause);
    }
}
