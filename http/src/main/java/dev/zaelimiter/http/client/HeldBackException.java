package dev.zaelimiter.http.client;

import dev.zaelimiter.RateLimiterException;
import java.time.Duration;

/**
 * A call was not sent, since the service that it was for has asked to be left alone for longer than the call may wait.
 */
public final class HeldBackException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String scope;
    private final Duration retryAfter;

    HeldBackException(String scope, Duration retryAfter) {
        super("not sent: " + scope + " has asked to be left alone for another " + retryAfter.toMillis() + " ms");
        this.scope = scope;
        this.retryAfter = retryAfter;
    }

    /**
     * What the call was for.
     *
     * @return the scope, by default the origin
     */
    public String scope() {
        return scope;
    }

    /**
     * When it may be sent.
     *
     * @return a wait above zero
     */
    public Duration retryAfter() {
        return retryAfter;
    }
}
