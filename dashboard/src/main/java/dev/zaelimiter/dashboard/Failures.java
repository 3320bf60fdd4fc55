package dev.zaelimiter.dashboard;

import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.EntityNotFoundException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NamespaceNotFoundException;
import dev.zaelimiter.RateLimiterException;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.internal.guard.SafeLog;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;

/** What a failure is answered with: a sentence, and whose fault it is. */
final class Failures {

    private static final SafeLog LOG = SafeLog.of(Failures.class);

    private Failures() {}

    static Reply reply(Throwable thrown) {
        Throwable failure = unwrapped(thrown);
        return Reply.error(status(failure), message(failure));
    }

    static String message(Throwable thrown) {
        Throwable failure = unwrapped(thrown);
        if (failure instanceof RepositoryClosedException) {
            return "The store was closed. The process that serves this page is ending.";
        } else if (failure instanceof CancellationException) {
            return "This dashboard is ending.";
        } else if (failure instanceof RejectedExecutionException) {
            return "Too much is being read at the same time.";
        } else if (failure instanceof RateLimiterException) {
            return Objects.toString(failure.getMessage());
        }
        LOG.error("a fault of the dashboard", failure);
        return "A fault of the dashboard itself; the log of the process has more.";
    }

    private static int status(Throwable failure) {
        if (failure instanceof ConfigConflictException) {
            return Reply.CONFLICT;
        } else if (failure instanceof EntityNotFoundException || failure instanceof NamespaceNotFoundException) {
            return Reply.NOT_FOUND;
        } else if (failure instanceof InvalidInputException) {
            return Reply.WRONG;
        } else if (failure instanceof RateLimiterException
                || failure instanceof RejectedExecutionException
                || failure instanceof CancellationException) {
            return Reply.NO_STORE;
        }
        return Reply.FAULT;
    }

    private static Throwable unwrapped(Throwable thrown) {
        Throwable failure = thrown;
        while ((failure instanceof CompletionException || failure instanceof ExecutionException)
                && failure.getCause() != null) {
            failure = failure.getCause();
        }
        return failure;
    }
}
