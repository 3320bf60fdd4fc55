package dev.zaelimiter.dynamodb;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;

/** A table of a test's own on a real store, as it is made for laptops; gone when it is closed. */
record BackendTable(Backend backend, String name) implements AutoCloseable {

    /** One client of each for all tables that are made and taken away: to make a client takes longer than that. */
    private static final Map<Backend, Connection> MAKERS = new ConcurrentHashMap<>();

    static BackendTable create(Backend backend, boolean stream) {
        BackendTable table = new BackendTable(backend, Backend.newTable());
        CreateTableRequest.Builder definition = TableDefinition.create(table.name).toBuilder();
        if (!stream) {
            definition.streamSpecification(
                    StreamSpecification.builder().streamEnabled(false).build());
        }
        DynamoDbAsyncClient client = table.maker();
        client.createTable(definition.build()).join();
        client.waiter()
                .waitUntilTableExists(request -> request.tableName(table.name))
                .join();
        return table;
    }

    private DynamoDbAsyncClient maker() {
        return MAKERS.computeIfAbsent(backend, each -> each.connect("any-table"))
                .client();
    }

    @Override
    public void close() {
        maker().deleteTable(request -> request.tableName(name)).join();
    }
}
