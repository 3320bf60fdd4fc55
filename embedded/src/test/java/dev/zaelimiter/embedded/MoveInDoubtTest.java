package dev.zaelimiter.embedded;

import static dev.zaelimiter.embedded.ReplacedFileTest.AFTERWARDS;
import static dev.zaelimiter.embedded.ReplacedFileTest.BUSY;
import static dev.zaelimiter.embedded.ReplacedFileTest.ITEMS;
import static dev.zaelimiter.embedded.ReplacedFileTest.MOST_WRITES;
import static dev.zaelimiter.embedded.ReplacedFileTest.SET;
import static dev.zaelimiter.embedded.ReplacedFileTest.SLACK;
import static dev.zaelimiter.embedded.ReplacedFileTest.assertHolds;
import static dev.zaelimiter.embedded.ReplacedFileTest.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The new file may have been put in the place of the old one, and for a while nobody can see whether it was. */
@Timeout(60)
class MoveInDoubtTest {

    @TempDir
    private Path directory;

    /**
     * Its directory goes away for a while when it is moved for the second time, and the move is said to have failed.
     */
    private final class Vanishing extends Disk {
        private final Path there = directory.resolve("inner");
        private final Path away = directory.resolve("away");
        private final boolean moves;
        private volatile boolean failed;

        Vanishing(boolean moves) throws IOException {
            this.moves = moves;
            Files.createDirectory(there);
        }

        @Override
        void move(Path from, Path to) throws IOException {
            boolean fails = Files.exists(to) && !failed;
            if (!fails || moves) {
                super.move(from, to);
            }
            if (fails) {
                failed = true;
                Files.move(there, away);
                throw new IOException("Input/output error");
            }
        }

        private void comeBack() throws IOException {
            Files.move(away, there);
        }

        private FileStore open(Durability durability) {
            return new FileOpening(there.resolve("limits.zae"), durability, new ReplacedFileTest.Quick(), SLACK)
                    .on(this)
                    .open();
        }
    }

    private static Stream<Arguments> doubts() {
        return Stream.of(Durability.values())
                .flatMap(durability -> Stream.of(true, false).map(moved -> Arguments.of(durability, moved)));
    }

    @ParameterizedTest
    @MethodSource("doubts")
    @DisplayName(
            "when the move failed and it could not be seen whether it took place, all later writes went to the old file")
    void replace_notSeenWhetherItWasMoved_acknowledgesNothingUntilItIs(Durability durability, boolean moved)
            throws Exception {
        Vanishing disk = new Vanishing(moved);
        Path killed = directory.resolve("killed.zae");
        long acknowledged = 0;
        try (FileStore store = disk.open(durability)) {
            for (int i = 0; i < ITEMS; i++) {
                assertThat(write(store, Key.of("p" + i, "s"))).isEqualTo(1);
            }
            for (int i = 0; i < MOST_WRITES && !disk.failed; i++) {
                acknowledged += write(store, BUSY);
            }
            assertThat(acknowledged).isPositive();
            for (int i = 0; i < AFTERWARDS; i++) {
                acknowledged += write(store, BUSY);
                InPlaceFiles.kill(disk.away.resolve("limits.zae"), killed);
                assertHolds(killed, "after a kill", acknowledged);
            }
            assertThatThrownBy(store.write(Write.of(SET, BUSY))::join)
                    .hasCauseInstanceOf(StoreException.Unreachable.class)
                    .hasMessageContaining("the name leads to another file now, or to none");

            disk.comeBack();
            if (!moved) {
                while (store.get(BUSY).isCompletedExceptionally()) {
                    Thread.onSpinWait();
                }
                assertThat(write(store, BUSY)).isEqualTo(1);
            }
        }
        assertHolds(disk.there.resolve("limits.zae"), "after it was closed", acknowledged + (moved ? 0 : 1));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void replace_notSeenWhetherItWasMoved_changesNothingInPlaceUntilItIs(boolean moved) throws Exception {
        Vanishing disk = new Vanishing(moved);
        Key key = Key.of("account", "s");
        try (FileStore store = disk.open(Durability.PROCESS_CRASH)) {
            InPlaceFiles.put(store, key);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, key, 2), 3, 4))
                    .isTrue();
            for (int i = 0; i < MOST_WRITES && !disk.failed; i++) {
                write(store, BUSY);
            }
            Item item = InPlaceFiles.get(store, key);
            assertThat(store.account(item, InPlaceFiles.ATTRIBUTES, 3)).isNull();

            disk.comeBack();
            assertThat(write(store, BUSY)).isEqualTo(moved ? 0 : 1);
            if (!moved) {
                assertThat(InPlaceFiles.take(InPlaceFiles.account(store, key, 3), 1, 1))
                        .isTrue();
            }
        }
        try (FileStore store = disk.open(Durability.PROCESS_CRASH)) {
            InPlaceFiles.assertTaken(InPlaceFiles.get(store, key), moved ? 3 : 4, moved ? 4 : 5);
        }
    }
}
