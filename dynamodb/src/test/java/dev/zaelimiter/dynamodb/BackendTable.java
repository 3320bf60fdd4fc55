package dev.zaelimiter.dynamodb;

import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;

/** A table of a test's own on a real store, as it is made for laptops; gone when it is closed. */
record BackendTable(Backend backend, String name) implements AutoCloseable {

    static BackendTable create(Backend backend, boolean stream) {
        BackendTable table = new BackendTable(backend, Backend.newTable());
        try (Connection connection = table.connect()) {
            CreateTableRequest.Builder definition = TableDefinition.create(table.name).toBuilder();
            if (!stream) {
                definition.streamSpecification(
                        StreamSpecification.builder().streamEnabled(false).build());
            }
            connection.client().createTable(definition.build()).join();
            connection
                    .client()
                    .waiter()
                    .waitUntilTableExists(request -> request.tableName(table.name))
                    .join();
        }
        return table;
    }

    private Connection connect() {
        return backend.connect(name);
    }

    @Override
    public void close() {
        try (Connection connection = connect()) {
            connection.client().deleteTable(request -> request.tableName(name)).join();
        }
    }
}
