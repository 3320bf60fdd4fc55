package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/** A repository could not be opened. The message names the store and says what to do; nothing was changed. */
public final class CannotOpenException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** There is no such table. */
        TABLE_MISSING,
        /** There is a table, of another kind. */
        TABLE_UNFIT,
        /** There is no such namespace in the table. */
        NAMESPACE_MISSING,
        /** A newer version has set the table up, and keeps older ones out. */
        VERSION_REFUSED,
        /** Credentials are missing, wrong or expired, or their policy does not allow what is needed. */
        ACCESS_DENIED,
        /** The store did not answer: a wrong region or endpoint, or no network. */
        NO_ANSWER,
        /** A library that the store needs is missing, too old, or can't be loaded here. */
        LIBRARY_UNFIT
    }

    private final Reason reason;

    /**
     * Says what is wrong, and what to do.
     *
     * @param reason why
     * @param message names the store, and what to do
     * @param cause the error below, if there is one
     */
    public CannotOpenException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    /**
     * Why.
     *
     * @return the reason
     */
    public Reason reason() {
        return reason;
    }
}
