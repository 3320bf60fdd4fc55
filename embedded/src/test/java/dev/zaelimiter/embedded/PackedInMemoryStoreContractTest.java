package dev.zaelimiter.embedded;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import org.junit.jupiter.api.Tag;

/** The same where each item is packed as soon as another one is asked for. */
@Tag("threads")
class PackedInMemoryStoreContractTest extends ItemStoreContract {

    @Override
    protected StoreUnderTest open() {
        ManualClock clock = new ManualClock();
        return StoreUnderTest.of(new InMemoryStore(clock, 1_000_000, 1))
                .withClock(clock::now, clock::advance)
                .withExactIndexReads()
                .withChangeFeed()
                .withPromptExpiry()
                .withOpaque(new AttributeValue.Opaque("B", "bytes"));
    }
}
