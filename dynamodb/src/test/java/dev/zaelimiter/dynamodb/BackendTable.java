package dev.zaelimiter.dynamodb;

/** A table of a test's own on a real store, as it is made for laptops; gone when it is closed. */
record BackendTable(Backend backend, String name) implements AutoCloseable {

    static BackendTable create(Backend backend) {
        BackendTable table = new BackendTable(backend, Backend.newTable());
        try (Connection connection = table.connect()) {
            connection.client().createTable(TableDefinition.create(table.name)).join();
            connection
                    .client()
                    .waiter()
                    .waitUntilTableExists(request -> request.tableName(table.name))
                    .join();
        }
        return table;
    }

    private Connection connect() {
        return Connection.make(name, backend.route(), false);
    }

    @Override
    public void close() {
        try (Connection connection = connect()) {
            connection.client().deleteTable(request -> request.tableName(name)).join();
        }
    }
}
