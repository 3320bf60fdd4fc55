package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/** The store gave no answer within the deadline, or refused access, so nobody knows whether the request fits. */
public final class RateLimiterUnavailableException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final String entity;
    private final String resource;

    /**
     * Says what could not be decided, and why.
     *
     * @param entity whose request
     * @param resource on what
     * @param reason what happened, and what to do
     * @param cause the store's own error, if there is one
     */
    public RateLimiterUnavailableException(String entity, String resource, String reason, @Nullable Throwable cause) {
        super("no decision for " + Shown.pair(entity, resource) + ": " + reason, cause);
        this.entity = entity;
        this.resource = resource;
    }

    /**
     * Whose request it was.
     *
     * @return the entity
     */
    public String entity() {
        return entity;
    }

    /**
     * What it was for.
     *
     * @return the resource
     */
    public String resource() {
        return resource;
    }
}
