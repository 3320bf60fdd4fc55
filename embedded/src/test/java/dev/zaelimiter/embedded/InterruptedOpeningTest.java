package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A18: a file opened by an interrupted thread "can't be opened: null", since an interrupt closes a channel. */
@DisplayName("A18: a thread that is interrupted opens, writes and closes a file, and stays interrupted")
@Timeout(60)
class InterruptedOpeningTest {

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    @AfterEach
    void clearFlag() {
        Thread.interrupted();
    }

    @ParameterizedTest
    @EnumSource(Durability.class)
    void open_interrupted_opensAndKeepsTheFlag(Durability durability) {
        for (int i = 0; i < 2; i++) {
            Thread.currentThread().interrupt();
            try (FileStore store = new FileOpening(file(), durability, new ManualClock(), 1024).open()) {
                assertThat(Thread.currentThread().isInterrupted()).isTrue();
                for (int n = 0; n < 200; n++) {
                    Item item = Item.builder(Key.of("p", "s")).put("n", n).build();
                    assertThat(store.write(Write.put(WriteShape.put(null), item)))
                            .isCompleted();
                }
                assertThat(store.statistics().rewrites()).isPositive();
            }
            StoreFile.check(file());
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void repository_interruptedWhileItIsRegistered_saysSoAndLeavesTheFileFree() {
        // With tasks that wait, so that the answer can't be there before it is waited for.
        HeldTasks held = new HeldTasks(Environment.system());
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> EmbeddedRepository.builder(file(), Durability.PROCESS_CRASH)
                        .environment(held)
                        .build())
                .isInstanceOf(StoreFailureException.class)
                .hasMessageContaining("registering namespace default failed: interrupted before the answer came");
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();

        try (LimitRepository repository = EmbeddedRepository.builder(file(), Durability.PROCESS_CRASH)
                .environment(Environment.system())
                .build()) {
            assertThat(repository.limits()).isNotNull();
        }
    }
}
