package dev.zaelimiter.tests;

import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** {@link LegalRanges} on a file. */
class LegalRangesOnFileTest extends LegalRanges {

    @TempDir
    private Path directory;

    @Override
    Fleet open() {
        return new Fleet(clock -> FileStore.open(directory.resolve("limits.zae"), Durability.PROCESS_CRASH, clock));
    }
}
