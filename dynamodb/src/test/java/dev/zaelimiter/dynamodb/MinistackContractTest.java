package dev.zaelimiter.dynamodb;

/** The second opinion. */
final class MinistackContractTest extends StoreContractTest {

    MinistackContractTest() {
        super(Backend.MINISTACK);
    }
}
