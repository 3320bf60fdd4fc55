package dev.zaelimiter;

/** A stored limit or an entity could not be read or written. The message says whether the change may have happened. */
public final class StoreFailureException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    private final boolean maybeApplied;

    /**
     * Says what failed.
     *
     * @param operation what was being done
     * @param maybeApplied whether the change may have happened all the same
     * @param cause the store's error
     */
    public StoreFailureException(String operation, boolean maybeApplied, Throwable cause) {
        super(
                operation + " failed: " + cause.getMessage()
                        + (maybeApplied
                                ? "; it may have been applied, so read it back before you try again"
                                : "; nothing was changed"),
                cause);
        this.maybeApplied = maybeApplied;
    }

    /**
     * Whether the change may have happened all the same.
     *
     * @return false if surely not
     */
    public boolean maybeApplied() {
        return maybeApplied;
    }
}
