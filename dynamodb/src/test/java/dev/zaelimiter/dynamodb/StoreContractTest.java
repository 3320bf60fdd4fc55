package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

/**
 * The contract of stores, on real ones. Each test has a table of its own: dynoxide takes longer for each write the longer
 * the stream of its table is.
 */
@Tag("extended")
@Tag("back-end-contract")
abstract class StoreContractTest extends ItemStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Backend backend;
    private BackendTable table;

    StoreContractTest(Backend backend) {
        this.backend = backend;
    }

    @BeforeEach
    void createTable() {
        table = BackendTable.create(backend);
    }

    @AfterEach
    void dropTable() {
        table.close();
    }

    @Override
    protected StoreUnderTest open() {
        Connection connection = Connection.make(table.name(), backend.route(), true);
        return StoreUnderTest.of(new DynamoDbItemStore(connection, Environment.system()))
                .withChangeFeed()
                .withWideNumbers()
                .withOpaque(new AttributeValue.Opaque("B", "AAEC"))
                .withPatience(PATIENCE, PAUSE);
    }
}
