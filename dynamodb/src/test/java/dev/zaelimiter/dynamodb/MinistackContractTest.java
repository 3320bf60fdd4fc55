package dev.zaelimiter.dynamodb;

import dev.zaelimiter.store.contract.StoreUnderTest;

/** The second opinion. It answers one call after the other, a few hundred in a second. */
final class MinistackContractTest extends StoreContractTest {

    /** {@code -Dcrowd.rounds} says how many. */
    private static final int ROUNDS = Integer.getInteger("crowd.rounds", 50);

    MinistackContractTest() {
        super(Backend.MINISTACK);
    }

    @Override
    protected StoreUnderTest open() {
        return super.open().withRounds(ROUNDS);
    }
}
