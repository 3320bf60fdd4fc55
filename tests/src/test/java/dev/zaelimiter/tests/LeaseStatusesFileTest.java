package dev.zaelimiter.tests;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What a decision says is left, on a file. */
class LeaseStatusesFileTest extends LeaseStatusesStories {

    @TempDir
    private Path directory;

    @Override
    LimitRepository open(String namespaceName) {
        return EmbeddedRepository.builder(directory.resolve("limits.db"), Durability.PROCESS_CRASH)
                .namespace(namespaceName)
                .build();
    }
}
