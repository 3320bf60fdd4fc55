package dev.zaelimiter.dynamodb;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInfo;

/**
 * The contract of stores, on real ones. Each test has a table of its own, and a stream only where it looks at changes:
 * dynoxide takes longer for each write the longer the stream of its table is.
 */
@Tag("extended")
@Tag("back-end")
abstract class StoreContractTest extends ItemStoreContract {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration PAUSE = Duration.ofMillis(20);

    /** The groups that look at changes. */
    private static final Set<String> WITH_STREAM = Set.of("Changes", "Lifecycle");

    private final Backend backend;
    private BackendTable table;

    StoreContractTest(Backend backend) {
        this.backend = backend;
    }

    @BeforeEach
    void createTable(TestInfo test) {
        String group = test.getTestClass().orElseThrow().getSimpleName();
        table = BackendTable.create(backend, WITH_STREAM.contains(group));
    }

    @AfterEach
    void dropTable() {
        table.close();
    }

    @Override
    protected StoreUnderTest open() {
        Connection connection = backend.connect(table.name(), true);
        return StoreUnderTest.of(new DynamoDbItemStore(connection, Environment.system()))
                .withChangeFeed()
                .withWideNumbers()
                .withOpaque(new AttributeValue.Opaque("B", "AAEC"))
                .withPatience(PATIENCE, PAUSE);
    }
}
