package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.WriteResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Looks at a table before it is used, and makes it where that is asked for. Blocks; a table takes some seconds. */
final class Opening {

    private static final Logger LOG = LoggerFactory.getLogger("dev.zaelimiter");

    /** Longer than any call later: the first one of a process loads classes and finds credentials, and a fleet starts at once. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private static final Duration CREATION = Duration.ofMinutes(2);
    private static final long LOOK_NANOS = 250_000_000;
    private static final long FIRST_PAUSE_NANOS = 50_000_000;

    /** Where nothing listens, or something that is no DynamoDB, it is likely to stay so. */
    private static final int MOST_STRANGE_TRIES = 6;

    private static final long LONGEST_PAUSE_NANOS = 4_000_000_000L;

    private final Connection connection;
    private final Environment environment;
    private final String table;

    Opening(Connection connection, Environment environment) {
        this.connection = connection;
        this.environment = environment;
        this.table = connection.table();
    }

    /** Reads alone: the table must be there. */
    TableDescription check() {
        TableDescription description = describe();
        if (description == null) {
            throw new CannotOpenException(
                    Reason.TABLE_MISSING,
                    "there is no table " + table + connection.where()
                            + ": check its name, the region and the endpoint, or create it with"
                            + " DynamoDbRepository.open",
                    null);
        }
        fits(description);
        return description;
    }

    /** Makes the table if there is none. */
    void checkOrCreate() {
        TableDescription description = describe();
        if (description != null) {
            fits(description);
            return;
        }
        try {
            await(connection
                    .client()
                    .createTable(TableDefinition.create(table).toBuilder()
                            .overrideConfiguration(patient())
                            .build()));
        } catch (Failed e) {
            // Somebody else is making it at this moment.
            if (!(e.why() instanceof ResourceInUseException)) {
                throw cannot(e);
            }
        }
        untilActive();
        try {
            await(connection
                    .client()
                    .updateTimeToLive(request -> request.tableName(table)
                            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(TableDefinition.TTL))
                            .overrideConfiguration(patient())));
        } catch (Failed e) {
            // Without it, buckets that nobody uses stay; that is no reason to stay away.
            LOG.warn(
                    "table {}: its time to live could not be switched on: {}",
                    table,
                    e.why().getMessage());
        }
    }

    private void untilActive() {
        long end = environment.monotonicNanos() + CREATION.toNanos();
        TableDescription description = describe();
        while (description == null || description.tableStatus() != TableStatus.ACTIVE) {
            if (environment.monotonicNanos() - end > 0) {
                throw new CannotOpenException(
                        Reason.NO_ANSWER,
                        "table " + table + connection.where() + " is not active after " + CREATION
                                + "; try again later",
                        null);
            }
            environment.await(new CompletableFuture<>(), LOOK_NANOS);
            description = describe();
        }
    }

    /** Looks at the version record of a table that fits, and makes it if that is asked for. */
    void versions(DynamoDbItemStore store, boolean create, long nowMillis) {
        try {
            Item record = patiently(() -> store.get(VersionRecord.KEY));
            if (record == null && create) {
                WriteResult made = patiently(() -> store.write(VersionRecord.create(nowMillis)));
                record = made instanceof WriteResult.Refused refused ? refused.current() : null;
            }
            String refusal = VersionRecord.refusal(record);
            if (refusal != null) {
                throw new CannotOpenException(Reason.VERSION_REFUSED, "table " + table + ": " + refusal, null);
            }
        } catch (Failed e) {
            throw cannot(e);
        }
    }

    /** Repeats what may be repeated: a read, or a put where there is nothing. */
    private <T extends @Nullable Object> T patiently(Supplier<CompletableFuture<T>> call) throws Failed {
        long end = environment.monotonicNanos() + PATIENCE.toNanos();
        long pause = FIRST_PAUSE_NANOS;
        for (int tries = 1; ; tries++) {
            try {
                return await(Interrupts.keptFrom(call));
            } catch (Failed e) {
                StoreException failure = connection.failures().of(e.why());
                boolean again = failure.retryable() && (tries < MOST_STRANGE_TRIES || busy(failure));
                if (!again || Thread.currentThread().isInterrupted() || environment.monotonicNanos() - end >= 0) {
                    throw e.after(tries);
                }
                environment.await(new CompletableFuture<>(), pause);
                pause = Math.min(LONGEST_PAUSE_NANOS, 2 * pause);
            }
        }
    }

    /** Whether it is a DynamoDB that only has too much to do. */
    private static boolean busy(StoreException failure) {
        return failure instanceof StoreException.Throttled
                || failure.getCause() instanceof AwsServiceException
                || failure.getCause() instanceof ApiCallTimeoutException;
    }

    private @Nullable TableDescription describe() {
        try {
            return patiently(() -> connection
                            .client()
                            .describeTable(request -> request.tableName(table).overrideConfiguration(patient())))
                    .table();
        } catch (Failed e) {
            if (e.why() instanceof ResourceNotFoundException) {
                return null;
            }
            throw cannot(e);
        }
    }

    private void fits(TableDescription description) {
        String misfit = TableDefinition.misfit(description);
        if (misfit != null) {
            throw new CannotOpenException(
                    Reason.TABLE_UNFIT,
                    "table " + table + connection.where() + " is not one of the limiter: " + misfit
                            + "; name another table. Nothing was changed",
                    null);
        }
        if (description.tableStatus() == TableStatus.DELETING) {
            throw new CannotOpenException(
                    Reason.TABLE_MISSING, "table " + table + connection.where() + " is being deleted", null);
        }
        LOG.debug("table {} fits, its status is {}", table, description.tableStatus());
    }

    private CannotOpenException cannot(Failed failed) {
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
                cause instanceof StoreException.Denied ? Reason.ACCESS_DENIED : Reason.NO_ANSWER,
                "can't open table " + connection.table() + connection.where() + ": " + said,
                cause);
    }

    /** What each request here changes of its client's settings. */
    private AwsRequestOverrideConfiguration patient() {
        AwsRequestOverrideConfiguration common = connection.requests().overrides();
        return (common == null ? AwsRequestOverrideConfiguration.builder() : common.toBuilder())
                .apiCallTimeout(PATIENCE)
                .build();
    }

    private <T extends @Nullable Object> T await(CompletableFuture<T> future) throws Failed {
        if (!environment.await(future, PATIENCE.toNanos())) {
            throw new Failed(new StoreException.Uncertain(
                    Thread.currentThread().isInterrupted()
                            ? "interrupted before the answer came"
                            : "no answer in " + PATIENCE.toSeconds() + " s",
                    null));
        }
        try {
            return future.join();
        } catch (CompletionException e) {
            throw new Failed(Failures.unwrap(e));
        }
    }

    /** A call that did not succeed. */
    private static final class Failed extends Exception {
        private static final long serialVersionUID = 1L;
        private final transient Throwable why;
        private final int tries;

        Failed(Throwable why) {
            this(why, 1);
        }

        private Failed(Throwable why, int tries) {
            super(why);
            this.why = why;
            this.tries = tries;
        }

        Failed after(int all) {
            return new Failed(why, all);
        }

        /** What the SDK or the store said. */
        Throwable why() {
            return why;
        }
    }
}
