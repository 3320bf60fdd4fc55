package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

/** The contract of stores, on real ones. */
@Tag("extended")
@Tag("back-end-contract")
abstract class StoreContractTest extends ItemStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Backend backend;
    private final String table;

    StoreContractTest(Backend backend, String table) {
        this.backend = backend;
        this.table = table;
    }

    /** A table of its own for each class, as it is made for laptops. */
    static String createTable(Backend backend) {
        String table = Backend.newTable();
        try (Connection connection = Connection.make(table, backend.route(), false)) {
            connection.client().createTable(TableDefinition.create(table)).join();
            connection
                    .client()
                    .waiter()
                    .waitUntilTableExists(request -> request.tableName(table))
                    .join();
        }
        return table;
    }

    @Override
    protected StoreUnderTest open() {
        Connection connection = Connection.make(table, backend.route(), true);
        return StoreUnderTest.of(new DynamoDbItemStore(connection, Environment.system()))
                .withChangeFeed()
                .withWideNumbers()
                .withOpaque(new AttributeValue.Opaque("B", "AAEC"))
                .withPatience(PATIENCE, PAUSE);
    }
}
