package dev.zaelimiter.embedded;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The same where each item is packed as soon as another one is asked for. */
@Tag("threads")
class PackedFileStoreContractTest extends ItemStoreContract {

    private static final AtomicInteger FILES = new AtomicInteger();
    private static final long SLACK = 64 * 1024;

    @TempDir
    static Path directory;

    @Override
    protected StoreUnderTest open() {
        ManualClock clock = new ManualClock();
        Path path = directory.resolve("store-" + FILES.incrementAndGet());
        return StoreUnderTest.of(new FileOpening(path, Durability.PROCESS_CRASH, new ThreadedClock(clock), SLACK)
                        .atHand(1)
                        .open())
                .withClock(clock::now, clock::advance)
                .withExactIndexReads()
                .withChangeFeed()
                .withPromptExpiry()
                .withOpaque(new AttributeValue.Opaque("B", "bytes"));
    }
}
