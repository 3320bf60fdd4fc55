package dev.zaelimiter.dynamodb;

import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A new table as this project makes it, but for the stream: for each write to a table that has one, dynoxide reads all
 * that the streams of all its tables ever held.
 */
public final class TableWithoutStream {

    private TableWithoutStream() {}

    /** Makes one, and waits until it is there. */
    public static void create(DynamoDbAsyncClient client, String name) {
        client.createTable(TableDefinition.create(name).toBuilder()
                        .applyMutation(table -> table.streamSpecification(stream -> stream.streamEnabled(false)))
                        .build())
                .join();
        client.waiter().waitUntilTableExists(request -> request.tableName(name)).join();
    }
}
