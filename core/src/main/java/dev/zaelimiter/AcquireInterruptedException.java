package dev.zaelimiter;

/** The calling thread was interrupted while it waited; its interrupt flag is set again, and nothing stays taken. */
public final class AcquireInterruptedException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was being waited for.
     *
     * @param entity whose request
     * @param resource on what
     */
    public AcquireInterruptedException(String entity, String resource) {
        super("interrupted while acquiring " + Shown.pair(entity, resource) + "; what was taken is given back");
    }
}
