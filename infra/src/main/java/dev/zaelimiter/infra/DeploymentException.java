package dev.zaelimiter.infra;

import dev.zaelimiter.RateLimiterException;
import org.jspecify.annotations.Nullable;

/** A deployment that did not come off. The message says what happened, what is left, and what to do. */
public final class DeploymentException extends RateLimiterException {

    private static final long serialVersionUID = 1L;

    /** Why. */
    public enum Reason {
        /** A stack of another kind, or a table that belongs to no stack, has the name. Nothing was changed. */
        NAME_TAKEN,
        /** There is no such stack in this region and account. Nothing was changed. */
        STACK_MISSING,
        /** The stack is in a state in which it can't be changed. Nothing was changed. */
        STACK_STUCK,
        /** A permission is missing, or credentials are. */
        DENIED,
        /** What is to be deleted is protected. Nothing was changed. */
        PROTECTED,
        /** A bucket holds objects of others. Nothing was changed. */
        BUCKET_NOT_EMPTY,
        /** CloudFormation could not make, change or delete something, and has undone the rest as far as it can. */
        FAILED,
        /** It goes on without us: the time was over, or the thread was interrupted. The same call takes it up again. */
        GOES_ON,
        /** AWS did not answer, or not as expected: a wrong region or endpoint, no network, a quota. */
        NO_ANSWER
    }

    private final Reason reason;

    DeploymentException(Reason reason, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    DeploymentException(Reason reason, String message) {
        this(reason, message, null);
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
