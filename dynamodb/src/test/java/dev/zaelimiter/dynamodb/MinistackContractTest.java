package dev.zaelimiter.dynamodb;

/** The second opinion. */
final class MinistackContractTest extends StoreContractTest {

    private static final String TABLE = createTable(Backend.MINISTACK);

    MinistackContractTest() {
        super(Backend.MINISTACK, TABLE);
    }
}
