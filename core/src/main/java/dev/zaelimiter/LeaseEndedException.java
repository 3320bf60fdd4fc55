package dev.zaelimiter;

/** A lease was used after it had ended: what it was asked to do was not done. */
public final class LeaseEndedException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /**
     * Says which lease, and how it ended.
     *
     * @param entity whose lease
     * @param resource on what
     * @param operation what was asked of it
     * @param ending how it had ended: kept or given back
     */
    public LeaseEndedException(String entity, String resource, String operation, String ending) {
        super(operation + " on the lease of " + Shown.pair(entity, resource) + " came after it was " + ending
                + "; settle, adjust and take belong before the end");
    }
}
