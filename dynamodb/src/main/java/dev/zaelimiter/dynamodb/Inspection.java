package dev.zaelimiter.dynamodb;

import dev.zaelimiter.CannotOpenException;
import dev.zaelimiter.store.StoreException;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/** Asks the service about a table as a whole. */
final class Inspection {

    private Inspection() {}

    static TableReport of(Connection connection, TableDescription table) {
        var settings = connection.client().serviceClientConfiguration();
        BillingMode billing = table.billingModeSummary() == null
                ? BillingMode.PROVISIONED
                : table.billingModeSummary().billingMode();
        boolean streams = table.streamSpecification() != null
                && Boolean.TRUE.equals(table.streamSpecification().streamEnabled());
        return new TableReport(
                connection.table(),
                String.valueOf(settings.region()),
                settings.endpointOverride().map(Object::toString),
                table.tableStatusAsString(),
                table.itemCount() == null ? 0 : table.itemCount(),
                table.tableSizeBytes() == null ? 0 : table.tableSizeBytes(),
                billing.toString(),
                streams ? Optional.of(table.streamSpecification().streamViewTypeAsString()) : Optional.empty(),
                timeToLive(connection));
    }

    private static Optional<Boolean> timeToLive(Connection connection) {
        try {
            TimeToLiveStatus status = connection
                    .client()
                    .describeTimeToLive(request -> request.tableName(connection.table()))
                    .join()
                    .timeToLiveDescription()
                    .timeToLiveStatus();
            return Optional.of(status == TimeToLiveStatus.ENABLED || status == TimeToLiveStatus.ENABLING);
        } catch (RuntimeException e) {
            StoreException why = connection.failures().of(e);
            if (why instanceof StoreException.Denied || why instanceof StoreException.Misuse) {
                return Optional.empty();
            }
            throw new CannotOpenException(
                    CannotOpenException.Reason.NO_ANSWER,
                    "can't read the time to live of table " + connection.table() + ": " + why.getMessage(),
                    why);
        }
    }
}
