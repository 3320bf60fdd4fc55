package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Asks the service about a table as a whole. */
final class Inspection {

    private Inspection() {}

    static TableReport of(Connection connection, TableDescription table, Environment environment) {
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
                timeToLive(connection, environment),
                table.globalSecondaryIndexes().stream().map(Inspection::index).toList());
    }

    private static TableReport.Index index(GlobalSecondaryIndexDescription index) {
        return new TableReport.Index(
                index.indexName(),
                String.valueOf(index.projection().projectionTypeAsString()),
                String.valueOf(index.indexStatusAsString()),
                index.itemCount() == null ? 0 : index.itemCount(),
                index.indexSizeBytes() == null ? 0 : index.indexSizeBytes());
    }

    private static Optional<Boolean> timeToLive(Connection connection, Environment environment) {
        PatientCalls calls = new PatientCalls(connection, environment);
        try {
            return new TimeToLive(connection, calls).isOn();
        } catch (PatientCalls.Failed e) {
            throw calls.cannot(e);
        }
    }
}
