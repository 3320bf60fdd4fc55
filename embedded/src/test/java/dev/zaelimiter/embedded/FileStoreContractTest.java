package dev.zaelimiter.embedded;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.contract.ItemStoreContract;
import dev.zaelimiter.store.contract.StoreUnderTest;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract, all capabilities included. Each test has a file of its own. */
@Tag("threads")
class FileStoreContractTest extends ItemStoreContract {

    private static final AtomicInteger FILES = new AtomicInteger();

    @TempDir
    static Path directory;

    @Override
    protected StoreUnderTest open() {
        ManualClock clock = new ManualClock();
        Path path = directory.resolve("store-" + FILES.incrementAndGet());
        return StoreUnderTest.of(FileStore.open(path, Durability.PROCESS_CRASH, new ThreadedClock(clock)))
                .withClock(clock::now, clock::advance)
                .withExactIndexReads()
                .withChangeFeed()
                .withPromptExpiry()
                .withOpaque(new AttributeValue.Opaque("B", "bytes"));
    }
}
