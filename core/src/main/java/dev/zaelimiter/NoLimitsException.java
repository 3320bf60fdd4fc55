package dev.zaelimiter;

/** Nothing says how much the entity may use: no level holds limits, and the request brought none. */
public final class NoLimitsException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /**
     * Says for whom, and where limits can be set.
     *
     * @param entity whose request
     * @param resource on what
     */
    public NoLimitsException(String entity, String resource) {
        super("no limits are configured for " + Shown.pair(entity, resource)
                + "; set them for the entity and resource, the entity, the resource or the system (repository.limits()),"
                + " or give them with the request (AcquireRequest.Builder.limits)");
    }
}
