package dev.zaelimiter.embedded;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import org.junit.jupiter.api.Tag;

/** The store keeps the contract, every capability included. */
@Tag("threads")
class InMemoryStoreContractTest extends ItemStoreContract {

    @Override
    protected StoreUnderTest open() {
        ManualClock clock = new ManualClock();
        return StoreUnderTest.of(new InMemoryStore(clock))
                .withClock(clock::now, clock::advance)
                .withExactIndexReads()
                .withChangeFeed()
                .withPromptExpiry()
                .withOpaque(new AttributeValue.Opaque("B", "bytes"));
    }
}
