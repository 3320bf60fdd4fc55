package dev.zaelimiter.http;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.ResourceDisabledException;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.http.client.HeldBackException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/** The kinds of problems, and which exception is which. */
final class Problems {

    static final Problem NO_KEY = own(
            "no-key",
            403,
            "Request does not say whose it is",
            "What identifies the caller is missing, or is no legal value.");

    static final Problem MALFORMED =
            own("malformed-path", 400, "Path of the request is malformed", "It is not a path of this service.");

    private static final String NOT_CHECKED = "Request could not be checked against its limits";

    private static final Problem UNAVAILABLE = own(
            "unavailable",
            503,
            NOT_CHECKED,
            "Nobody knows at present whether this request is within its limits. Try again later.");

    private static final Problem HELD_BACK = own(
            "held-back",
            503,
            "A service behind this one has asked to be left alone",
            "This request is within its limits, and was not sent on. Try again later.");

    private static final Problem DISABLED =
            own("disabled", 403, "Resource is disabled", "An operator has disabled it. Waiting does not help.");

    private static final Problem NOT_DECIDED =
            own("not-decided", 500, NOT_CHECKED, "This is a fault of the service, not of the request.");

    /** Section 5.1 of draft 11. */
    private static final String QUOTA_EXCEEDED = "https://iana.org/assignments/http-problem-types#quota-exceeded";

    private static final int DEEPEST_CAUSE = 16;

    private Problems() {}

    /** A type that names and is not opened (RFC 4151): nobody has to run a server for it. */
    private static Problem own(String type, int status, String title, String detail) {
        return new Problem("tag:zaelimiter.dev,2026:problem:" + type, title, status, detail, null);
    }

    static Problem quotaExceeded(DecisionView view, long retryAfterSeconds, List<String> violated) {
        return new Problem(
                QUOTA_EXCEEDED,
                "Request cannot be satisfied as assigned quota has been exceeded",
                429,
                advice(view, retryAfterSeconds),
                violated);
    }

    private static String advice(DecisionView view, long seconds) {
        if (view.retryAfterMillis() == Times.NEVER) {
            return "This request asks for more than its limits ever hold, or than is left of a budget. Waiting does not help.";
        }
        String why = view.contended() ? "Too many requests want what is left at the same time. " : "";
        return why + "Try again in " + seconds + (seconds == 1 ? " second." : " seconds.");
    }

    /** Of anything but a refusal. */
    static Problem of(RateLimiterException failure) {
        if (failure instanceof RateLimiterUnavailableException
                || failure instanceof StoreFailureException
                || failure instanceof AcquireInterruptedException
                || failure instanceof RepositoryClosedException) {
            return UNAVAILABLE;
        }
        if (failure instanceof HeldBackException) {
            return HELD_BACK;
        }
        return failure instanceof ResourceDisabledException ? DISABLED : NOT_DECIDED;
    }

    /** What futures have wrapped. */
    static Throwable unwrapped(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < DEEPEST_CAUSE && isWrapper(cause); i++) {
            cause = Objects.requireNonNull(cause.getCause());
        }
        return cause;
    }

    private static boolean isWrapper(Throwable failure) {
        return (failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null;
    }
}
