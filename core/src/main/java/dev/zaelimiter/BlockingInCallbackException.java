package dev.zaelimiter;

/**
 * A call that waits was made where it would have waited for itself: in a {@link LimiterListener}, or in a callback that
 * runs on the thread that brings the answers of the store. Nothing was done. The message says what to do instead.
 */
public final class BlockingInCallbackException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /**
     * Says what was called, and where.
     *
     * @param operation what was called
     * @param where in the middle of what
     * @param instead what to do
     */
    public BlockingInCallbackException(String operation, String where, String instead) {
        super(operation + " would wait for the thread that it is called on, which is " + where + ". " + instead);
    }
}
