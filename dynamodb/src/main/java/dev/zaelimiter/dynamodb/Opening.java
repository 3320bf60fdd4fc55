package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.CannotOpenException.Reason;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.WriteResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Looks at a table before it is used, and makes it where that is asked for. Blocks; a table takes some seconds. */
final class Opening {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private static final Duration CREATION = Duration.ofMinutes(2);
    private static final long LOOK_NANOS = 250_000_000;

    private final Connection connection;
    private final Environment environment;
    private final PatientCalls calls;
    private final String table;

    Opening(Connection connection, Environment environment) {
        this.connection = connection;
        this.environment = environment;
        this.calls = new PatientCalls(connection, environment);
        this.table = connection.table();
    }

    /** Reads alone: the table must be there. One that is just being made is waited for. */
    TableDescription check() {
        TableDescription description = there();
        return fits(description, TableDefinition.misfit(description));
    }

    /** Whether its items can be read: an index may be missing, or be made anew at this moment. */
    TableDescription checkItems() {
        TableDescription description = there();
        return fits(description, TableDefinition.misfitOfKey(description));
    }

    private TableDescription there() {
        TableDescription description = describe();
        if (description == null) {
            throw missing("there is no table " + table + connection.where());
        }
        return description.tableStatus() == TableStatus.CREATING ? untilActive(false) : description;
    }

    /** Makes the table if there is none, and switches its time to live on. */
    void checkOrCreate() {
        TableDescription description = describe();
        if (description == null) {
            create();
            description = untilActive(true);
        } else if (description.tableStatus() == TableStatus.CREATING) {
            description = untilActive(true);
        }
        fits(description, TableDefinition.misfit(description));
        new TimeToLive(connection, calls).ensure();
    }

    private void create() {
        try {
            calls.once(() -> connection
                    .client()
                    .createTable(TableDefinition.create(table).toBuilder()
                            .overrideConfiguration(calls.patient())
                            .build()));
        } catch (PatientCalls.Failed e) {
            // Somebody else is making it at this moment.
            if (!(e.why() instanceof ResourceInUseException)) {
                throw calls.cannot(e);
            }
        }
    }

    /**
     * Waits while the table is being made.
     *
     * @param created whether we or somebody else has just made it, and the service may not have heard of it everywhere
     */
    private TableDescription untilActive(boolean created) {
        LOG.info("table {}{} is being made; waiting for up to {} s", table, connection.where(), CREATION.toSeconds());
        long end = environment.monotonicNanos() + CREATION.toNanos();
        while (true) {
            TableDescription description = describe();
            if (description == null && !created) {
                throw missing("table " + table + connection.where() + " was being made, and is gone");
            }
            if (description != null && description.tableStatus() != TableStatus.CREATING) {
                return description;
            }
            if (environment.monotonicNanos() - end > 0 || Thread.currentThread().isInterrupted()) {
                throw new CannotOpenException(
                        Reason.NO_ANSWER,
                        "table " + table + connection.where() + " is being made, and is not active"
                                + (Thread.currentThread().isInterrupted()
                                        ? " yet: interrupted"
                                        : " after " + CREATION.toSeconds() + " s")
                                + "; try again later",
                        null);
            }
            environment.await(new CompletableFuture<>(), LOOK_NANOS);
        }
    }

    private static CannotOpenException missing(String said) {
        return new CannotOpenException(
                Reason.TABLE_MISSING,
                said + ": check its name, the region and the endpoint, or create it with DynamoDbRepository.open",
                null);
    }

    /**
     * Looks at the version record of a table that fits, and makes it if that is asked for.
     *
     * @return whether clients of the Python system may work on the table
     */
    boolean versions(DynamoDbItemStore store, boolean create, long nowMillis) {
        try {
            Item record = calls.patiently(() -> store.get(VersionRecord.KEY));
            if (record == null && create) {
                WriteResult made = calls.patiently(() -> store.write(VersionRecord.create(nowMillis)));
                record = made instanceof WriteResult.Refused refused
                        ? refused.current()
                        : ((WriteResult.Written) made).after();
            }
            String refusal = VersionRecord.refusal(record);
            if (refusal != null) {
                throw new CannotOpenException(Reason.VERSION_REFUSED, "table " + table + ": " + refusal, null);
            }
            return VersionRecord.mayBeShared(record);
        } catch (PatientCalls.Failed e) {
            throw calls.cannot(e);
        }
    }

    private @Nullable TableDescription describe() {
        try {
            TableDescription description = calls.patiently(() -> connection
                            .client()
                            .describeTable(request -> request.tableName(table).overrideConfiguration(calls.patient())))
                    .table();
            if (description == null || description.tableStatus() == null) {
                StoreException strange = connection.failures().noAnswer("an answer without a table");
                throw PatientCalls.cannot(connection, String.valueOf(strange.getMessage()), strange);
            }
            return description;
        } catch (PatientCalls.Failed e) {
            if (e.why() instanceof ResourceNotFoundException) {
                return null;
            }
            throw calls.cannot(e);
        }
    }

    private TableDescription fits(TableDescription description, @Nullable String misfit) {
        if (misfit != null) {
            throw unfit(" is not one of the limiter: " + misfit + "; name another table. Nothing was changed");
        }
        TableStatus status = description.tableStatus();
        if (status == TableStatus.DELETING) {
            throw new CannotOpenException(
                    Reason.TABLE_MISSING, "table " + table + connection.where() + " is being deleted", null);
        } else if (status == TableStatus.ARCHIVED || status == TableStatus.ARCHIVING) {
            throw unfit(" is archived, since its encryption key was out of reach for too long: restore it from the"
                    + " backup that DynamoDB made of it");
        } else if (status == TableStatus.INACCESSIBLE_ENCRYPTION_CREDENTIALS) {
            throw unfit(
                    " can't be read, since its encryption key is out of reach: enable the key and its grants in KMS");
        }
        LOG.debug("table {} fits, its status is {}", table, status);
        calls.seen();
        return description;
    }

    private CannotOpenException unfit(String said) {
        return new CannotOpenException(Reason.TABLE_UNFIT, "table " + table + connection.where() + said, null);
    }
}
