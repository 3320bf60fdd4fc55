package dev.zaelimiter.dynamodb;

final class DynoxideContractTest extends StoreContractTest {

    private static final String TABLE = createTable(Backend.DYNOXIDE);

    DynoxideContractTest() {
        super(Backend.DYNOXIDE, TABLE);
    }
}
