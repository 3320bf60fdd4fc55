package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A store by the name under which the store next to it is written anew. */
@DisplayName("a store that was open as X.new was deleted when X was made or written anew")
@Timeout(120)
class NeighbourNameTest {

    private static final Key KEY = Key.of("p", "s");
    private static final int WRITES = 2_000;
    private static final long SLACK = 1024;

    @TempDir
    private Path directory;

    private Path file;
    private Path neighbour;

    @BeforeEach
    void name() {
        file = directory.resolve("limits.zae");
        neighbour = directory.resolve("limits.zae.new");
    }

    private static FileStore open(Path path) {
        return new FileOpening(path, Durability.PROCESS_CRASH, new ManualClock(), SLACK).open();
    }

    private static void put(FileStore store, int n) {
        store.write(Write.put(
                        WriteShape.put(null), Item.builder(KEY).put("n", n).build()))
                .join();
    }

    private static void assertHolds(Path path, int n) {
        try (FileStore store = open(path)) {
            Item item = store.get(KEY).join();
            assertThat(item).isNotNull();
            assertThat(item.whole("n", -1)).isEqualTo(n);
        }
    }

    private static void assertInTheWay(ThrowingCallable attempt) {
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(attempt)
                .withMessageContaining("limits.zae.new is in the way: it is open")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INACCESSIBLE));
    }

    @Test
    void write_neighbourOpenInThisProcess_growsUntilItIsGone() throws Exception {
        try (FileStore store = open(file)) {
            try (FileStore other = open(neighbour)) {
                put(other, 7);
                for (int i = 0; i < WRITES; i++) {
                    put(store, i);
                }
                assertThat(store.statistics().rewrites()).isZero();
                put(other, 8);
                assertThat(OpenAttempt.inAnotherProcess(neighbour)).isEqualTo("IN_USE");
            }
            Files.move(neighbour, directory.resolve("moved.zae"));
            for (int i = 0; i < WRITES; i++) {
                put(store, i);
            }
            assertThat(store.statistics().rewrites()).isPositive();
        }
        assertHolds(directory.resolve("moved.zae"), 8);
        assertHolds(file, WRITES - 1);
    }

    @Test
    void openAndCopy_neighbourOpenInAnotherProcess_areRefused() throws Exception {
        Path source = directory.resolve("source.zae");
        open(source).close();
        Process other = new ProcessBuilder(
                        OpenAttempt.command(KillVictim.class, neighbour.toString(), Durability.POWER_LOSS.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(said.readLine()).isEqualTo("open");

            assertInTheWay(() -> open(file));
            assertInTheWay(() -> StoreFile.copy(source, file));
            assertThat(neighbour).exists();
            assertThat(OpenAttempt.inAnotherProcess(neighbour)).isEqualTo("IN_USE");
        } finally {
            other.destroyForcibly().waitFor();
        }
        assertThat(file).doesNotExist();
    }

    @Test
    void open_neighbourLeftByAKilledProcess_isCleared() throws Exception {
        open(neighbour).close();
        try (FileStore store = open(file)) {
            put(store, 1);
        }
        assertThat(neighbour).doesNotExist();
        assertHolds(file, 1);
    }

    @Test
    void open_neighbourIsNoStore_isLeftAlone() throws Exception {
        Files.writeString(neighbour, "somebody else's");

        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(() -> open(file))
                .withMessageContaining("limits.zae.new is in the way: it is no file of ours");
        assertThat(neighbour).hasContent("somebody else's");

        Files.writeString(neighbour, "");
        open(file).close();
        assertThat(neighbour)
                .as("made by a process that was killed before it wrote")
                .doesNotExist();
    }
}
