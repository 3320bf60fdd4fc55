package dev.zaelimiter.dynamodb;

final class DynoxideContractTest extends StoreContractTest {

    DynoxideContractTest() {
        super(Backend.DYNOXIDE);
    }
}
