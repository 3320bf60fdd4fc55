package dev.zaelimiter.spring.boot;

import dev.zaelimiter.RateLimiterException;

/** The limits that are declared can't be, or are not, those that are stored. Thrown at start. */
public final class LimitsAtStartException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String action;

    LimitsAtStartException(String message, String action) {
        super(message);
        this.action = action;
    }

    /**
     * What to do about it.
     *
     * @return a sentence
     */
    public String action() {
        return action;
    }
}
