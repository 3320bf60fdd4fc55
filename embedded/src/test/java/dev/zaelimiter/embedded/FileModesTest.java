package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * S5: a store of mode 0600 leaked, since the file that it was written anew to, its copies and new stores were 0644. S6:
 * who could read a {@code .lock} could hold it, and so keep the store closed.
 */
@DisplayName("S5, S6: who may read a store, and hold its lock")
class FileModesTest {

    @TempDir
    private Path directory;

    /** Modes that the file beside was seen to have while it was being written. */
    private final Set<String> seenBeside = new TreeSet<>();

    @BeforeEach
    void requireModes() {
        assumeTrue(directory.getFileSystem().supportedFileAttributeViews().contains("posix"));
    }

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private Path lock() {
        return directory.resolve("limits.zae.lock");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    private static void setMode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private FileStore open() {
        return FileStore.open(file(), Durability.PROCESS_CRASH, new ManualClock());
    }

    private FileStore openLookingBeside() {
        Path beside = directory.resolve("limits.zae.new");
        return new FileOpening(file(), Durability.PROCESS_CRASH, new ManualClock(), 1024) {
            @Override
            JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
                return new JournalFile(writer, env, durable, allowed) {
                    @Override
                    void work(BatchEncoder encoder) {
                        super.work(encoder);
                        if (Files.exists(beside)) {
                            try {
                                seenBeside.add(mode(beside));
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        }
                    }
                };
            }
        }.open();
    }

    private static void fill(FileStore store) {
        WriteShape put = WriteShape.put(null);
        for (int i = 0; i < 200; i++) {
            Item item = Item.builder(Key.of("p", "s" + i % 10)).put("n", i).build();
            store.write(Write.put(put, item)).join();
        }
    }

    @Test
    void open_newStore_isItsOwnersAlone() throws IOException {
        open().close();

        assertThat(mode(file())).isEqualTo("rw-------");
        assertThat(mode(lock())).isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource({"rw-------", "rw-r-----", "rw-r--r--", "rw-rw----"})
    void write_writtenAnew_hasTheModeOfTheOldFileFromItsFirstByte(String mode) throws IOException {
        open().close();
        setMode(file(), mode);

        try (FileStore store = openLookingBeside()) {
            fill(store);
            assertThat(store.statistics().rewrites()).isPositive();
        }

        assertThat(seenBeside).containsExactly(mode);
        assertThat(mode(file())).isEqualTo(mode);
    }

    @ParameterizedTest
    @CsvSource({"rw-------", "rw-r-----", "rw-r--r--"})
    void copy_ofAFile_hasItsMode(String mode) throws IOException {
        open().close();
        setMode(file(), mode);

        StoreFile.copy(file(), directory.resolve("copy.zae"));

        assertThat(mode(directory.resolve("copy.zae"))).isEqualTo(mode);
    }

    @ParameterizedTest
    @CsvSource({
        "rw-------, rw-------",
        "rw-r--r--, rw-------",
        "rw-rw----, rw-rw----",
        "rw-rw-r--, rw-rw----",
    })
    void open_again_onlyWhoMayWriteTheStoreMayHoldItsLock(String mode, String ofLock) throws IOException {
        open().close();
        setMode(file(), mode);
        setMode(lock(), "rw-rw-r--");

        open().close();
        assertThat(mode(lock())).as("of a lock that was there").isEqualTo(ofLock);

        Files.delete(lock());
        open().close();
        assertThat(mode(lock())).as("of a new lock").isEqualTo(ofLock);
    }
}
