package dev.zaelimiter.dynamodb;

import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.StoreException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Whether the table's unused buckets vanish. Without it everything works, but they stay and are paid for; so the table
 * is opened all the same, with a warning. Blocks.
 */
final class TimeToLive {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private static final String CONSEQUENCE =
            "; until it is on, buckets that nobody uses stay and are paid for. Open the"
                    + " table again with DynamoDbRepository.open, or: aws dynamodb update-time-to-live --table-name {}"
                    + " --time-to-live-specification Enabled=true,AttributeName=" + TableDefinition.TTL;

    private final Connection connection;
    private final PatientCalls calls;
    private final String table;

    TimeToLive(Connection connection, PatientCalls calls) {
        this.connection = connection;
        this.calls = calls;
        this.table = connection.table();
    }

    /** Whether it is on, by the limiter's attribute; empty if that may not be asked. */
    Optional<Boolean> isOn() throws PatientCalls.Failed {
        try {
            TimeToLiveDescription now = calls.patiently(() -> connection
                            .client()
                            .describeTimeToLive(
                                    request -> request.tableName(table).overrideConfiguration(calls.patient())))
                    .timeToLiveDescription();
            return Optional.of(isOn(now) && TableDefinition.TTL.equals(now.attributeName()));
        } catch (PatientCalls.Failed e) {
            StoreException why = connection.failures().of(e.why());
            if (why instanceof StoreException.Denied || why instanceof StoreException.Misuse) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private static boolean isOn(@Nullable TimeToLiveDescription now) {
        return now != null
                && (now.timeToLiveStatus() == TimeToLiveStatus.ENABLED
                        || now.timeToLiveStatus() == TimeToLiveStatus.ENABLING);
    }

    /**
     * Switches it on where it is off; says what it did, or could not do. Asks once: a fleet may start at this moment.
     */
    void ensure() {
        TimeToLiveDescription now;
        try {
            now = calls.once(() -> connection
                            .client()
                            .describeTimeToLive(
                                    request -> request.tableName(table).overrideConfiguration(calls.patient())))
                    .timeToLiveDescription();
        } catch (PatientCalls.Failed e) {
            LOG.warn(
                    "table {}: it could not be asked whether its time to live is on: {}" + CONSEQUENCE,
                    table,
                    said(e),
                    table);
            return;
        }
        if (isOn(now)) {
            if (!TableDefinition.TTL.equals(now.attributeName())) {
                LOG.warn(
                        "table {}: its time to live goes by {} and not by {}; switch that off first" + CONSEQUENCE,
                        table,
                        now.attributeName(),
                        TableDefinition.TTL,
                        table);
            }
        } else if (now != null && now.timeToLiveStatus() == TimeToLiveStatus.DISABLING) {
            LOG.warn(
                    "table {}: its time to live is being switched off, which takes up to an hour" + CONSEQUENCE,
                    table,
                    table);
        } else {
            switchOn();
        }
    }

    private void switchOn() {
        try {
            calls.once(() -> connection
                    .client()
                    .updateTimeToLive(request -> request.tableName(table)
                            .timeToLiveSpecification(ttl -> ttl.enabled(true).attributeName(TableDefinition.TTL))
                            .overrideConfiguration(calls.patient())));
            LOG.info("table {}: its time to live was off and is now on, by {}", table, TableDefinition.TTL);
        } catch (PatientCalls.Failed e) {
            if (said(e).contains("already enabled")) {
                return; // Somebody else was quicker.
            }
            LOG.warn("table {}: its time to live could not be switched on: {}" + CONSEQUENCE, table, said(e), table);
        }
    }

    private String said(PatientCalls.Failed failed) {
        return String.valueOf(connection.failures().of(failed.why()).getMessage());
    }
}
