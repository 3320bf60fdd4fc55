package dev.zaelimiter.spring.annotation;

/**
 * A call of a limited method of which nobody knows whose it is: the expression for its entity yields null, as without a
 * principal. The method was not run.
 */
public final class MissingEntityException extends RateLimitedException {

    private static final long serialVersionUID = 1L;

    MissingEntityException(String message) {
        super(message, null);
    }
}
