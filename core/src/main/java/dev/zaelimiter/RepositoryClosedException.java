package dev.zaelimiter;

/** The repository was closed before, or while, the operation ran. */
public final class RepositoryClosedException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /** The one message there is. */
    public RepositoryClosedException() {
        super("the repository is closed; open a new one");
    }
}
