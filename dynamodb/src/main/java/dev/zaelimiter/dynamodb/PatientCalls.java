package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.StoreException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Calls that are waited for while a table is opened: a busy table is asked again; a server that is missing, or no
 * DynamoDB, is reported quickly. Blocks. For one thread.
 */
final class PatientCalls {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    /**
     * Longer than for later calls: a process's first call loads classes and finds credentials, and many processes may
     * start together.
     */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final long FIRST_PAUSE_NANOS = 50_000_000;
    private static final long LONGEST_PAUSE_NANOS = 4_000_000_000L;

    /** Where nothing listens, or something that is no DynamoDB, it is likely to stay so. */
    private static final int MOST_STRANGE_TRIES = 6;

    private static final long STRANGE_NANOS = Duration.ofSeconds(2).toNanos();

    private final Connection connection;
    private final Environment environment;
    private boolean seen;
    private boolean told;

    PatientCalls(Connection connection, Environment environment) {
        this.connection = connection;
        this.environment = environment;
    }

    /**
     * From now on the table is known to exist: a server that says otherwise has not heard of it yet, and is asked
     * again.
     */
    void seen() {
        seen = true;
    }

    /** Repeats what may be repeated: a read, or a put where there is nothing. */
    <T extends @Nullable Object> T patiently(Supplier<CompletableFuture<T>> call) throws Failed {
        long begin = environment.monotonicNanos();
        long pause = FIRST_PAUSE_NANOS;
        for (int tries = 1; ; tries++) {
            try {
                return once(call);
            } catch (Failed e) {
                long spent = environment.monotonicNanos() - begin;
                StoreException failure = connection.failures().of(e.why());
                boolean again = busy(failure)
                        ? spent < PATIENCE.toNanos()
                        : (failure.retryable() || (seen && isMissing(failure)))
                                && tries < MOST_STRANGE_TRIES
                                && spent + pause < STRANGE_NANOS;
                if (!again || isUnfit(failure) || Thread.currentThread().isInterrupted()) {
                    throw e.after(tries);
                }
                if (spent > STRANGE_NANOS) {
                    tell(failure.getMessage());
                }
                environment.await(new CompletableFuture<>(), pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
            }
        }
    }

    /** Whether it is a DynamoDB that only has too much to do: its own errors have names. */
    private static boolean busy(StoreException failure) {
        return failure instanceof StoreException.Throttled
                || failure.getCause() instanceof ApiCallTimeoutException
                || (failure.retryable()
                        && failure.getCause() instanceof AwsServiceException said
                        && !StoreFailures.code(said).isEmpty());
    }

    static boolean isMissing(StoreException failure) {
        return failure.getCause() instanceof ResourceNotFoundException;
    }

    /** Makes a call, and waits for its answer. */
    <T extends @Nullable Object> T once(Supplier<CompletableFuture<T>> call) throws Failed {
        CompletableFuture<T> future = connection.attempts().send(PATIENCE, call);
        boolean done = environment.await(future, STRANGE_NANOS);
        if (!done && !Thread.currentThread().isInterrupted()) {
            tell("no answer yet");
            done = environment.await(future, PATIENCE.toNanos() - STRANGE_NANOS);
        }
        if (!done) {
            throw new Failed(new StoreException.Uncertain(
                    Thread.currentThread().isInterrupted()
                            ? "interrupted before the answer came"
                            : "no answer in " + PATIENCE.toSeconds() + " s",
                    null));
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw new Failed(StoreFailures.unwrap(e));
        }
    }

    /** Nobody should wait in silence. */
    private void tell(@Nullable String why) {
        if (!told) {
            told = true;
            LOG.warn(
                    "table {}{} is not open yet, and is asked for up to {} s: {}",
                    connection.table(),
                    connection.where(),
                    PATIENCE.toSeconds(),
                    why);
        }
    }

    /** What each request here changes of its client's settings. */
    AwsRequestOverrideConfiguration patient() {
        return connection.requests().overrides().toBuilder()
                .apiCallTimeout(PATIENCE)
                .build();
    }

    CannotOpenException cannot(Failed failed) {
        StoreException cause = connection.failures().of(failed.why());
        return cannot(
                connection, (failed.tries > 1 ? "tried " + failed.tries + " times: " : "") + cause.getMessage(), cause);
    }

    /**
     * What a failure says to somebody who opens a repository.
     *
     * @param connection to the table
     * @param said what to say of it
     * @param cause what went wrong
     */
    static CannotOpenException cannot(Connection connection, String said, StoreException cause) {
        return new CannotOpenException(
                reason(cause), "can't open table " + connection.table() + connection.where() + ": " + said, cause);
    }

    private static Reason reason(StoreException cause) {
        if (isUnfit(cause)) {
            return Reason.LIBRARY_UNFIT;
        } else if (cause instanceof StoreException.Denied) {
            return isMissing(cause) ? Reason.TABLE_MISSING : Reason.ACCESS_DENIED;
        }
        return Reason.NO_ANSWER;
    }

    /** Whether a class is missing or of another version: it stays so. */
    private static boolean isUnfit(StoreException failure) {
        return Causes.has(failure, LinkageError.class);
    }

    /** A call that did not succeed. */
    static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Throwable why;
        private final int tries;

        private Failed(Throwable why) {
            this(why, 1);
        }

        private Failed(Throwable why, int tries) {
            super(why);
            this.why = why;
            this.tries = tries;
        }

        private Failed after(int all) {
            return new Failed(why, all);
        }

        /** What the SDK or the store said. */
        Throwable why() {
            return why;
        }
    }
}
