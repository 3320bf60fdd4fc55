package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.embedded.journal.BatchEncoder;
import dev.zaelimiter.embedded.journal.JournalWriter;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sums where nobody expects them, or something else in their place, or what was done to them while they are in use. */
class OddSumsTest {

    private static final Key KEY = Key.of("entity", "#BUCKET");

    /** So that the file is written anew every few hundred writes. */
    private static final long SLACK = 16 * 1024;

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private FileStore open(Path path) {
        return new FileOpening(path, Durability.PROCESS_CRASH, clock, SLACK).open();
    }

    @Test
    void look_byASymbolicLink_findsTheSumsBesideTheFile() throws IOException {
        Path link = directory.resolve("link.zae");
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            Files.createSymbolicLink(link, file().getFileName());

            assertThat(StoreFile.check(link).problem()).isNull();
            List<Item> read = new ArrayList<>();
            StoreFile.read(link, read::add);
            assertThat(read).singleElement().satisfies(item -> InPlaceFiles.assertTaken(item, 10, 0));
        }
    }

    @Test
    @Timeout(60)
    void open_withAPipeInThePlaceOfTheSums_doesNotWaitForWhoeverWritesToIt() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        Path pipe = InPlaceFiles.sums(file());
        new ProcessBuilder("/usr/bin/mkfifo", pipe.toString()).start().waitFor();
        try (FileStore store = open(file())) {
            Item item = InPlaceFiles.put(store, KEY);
            assertThat(store.account(item, InPlaceFiles.ATTRIBUTES, 1)).isNull();
            InPlaceFiles.addOne(store, KEY);
        }
        assertThat(pipe).as("what is somebody else's").exists();
    }

    /** What is mapped and was cut is told late, to whatever is done next. */
    @Test
    @Timeout(60)
    void fault_inTheTaskThatCommits_failsWhoWaits_andItGoesOn() {
        AtomicBoolean fault = new AtomicBoolean();
        try (FileStore store = new FileOpening(file(), Durability.PROCESS_CRASH, Environment.system(), SLACK) {
            @Override
            JournalFile journalFile(JournalWriter writer, Environment env, Durability durable, long allowed) {
                return new JournalFile(writer, env, durable, allowed) {
                    @Override
                    void append(BatchEncoder batch) throws IOException {
                        if (fault.getAndSet(false)) {
                            throw new InternalError("cut");
                        }
                        super.append(batch);
                    }
                };
            }
        }.open()) {
            InPlaceFiles.put(store, KEY);
            fault.set(true);
            assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> InPlaceFiles.addOne(store, KEY));
            InPlaceFiles.addOne(store, KEY);
            assertThat(InPlaceFiles.get(store, KEY).whole("b", 0)).isEqualTo(InPlaceFiles.FULL + 2);
        }
        try (FileStore store = open(file())) {
            assertThat(InPlaceFiles.get(store, KEY).whole("b", 0)).isEqualTo(InPlaceFiles.FULL + 2);
        }
    }

    /** They were given to another file while they were copied. */
    @Test
    void open_withSumsWhoseEndIsOfAnotherFile_isRefused() throws IOException {
        Path copy = directory.resolve("copy.zae");
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            InPlaceFiles.account(store, KEY, 77);
            InPlaceFiles.kill(file(), copy);
        }
        byte[] sums = Files.readAllBytes(InPlaceFiles.sums(copy));
        sums[sums.length - 50]++;
        Files.write(InPlaceFiles.sums(copy), sums);
        assertThat(StoreFile.check(copy).problem()).contains("belongs to another file");
    }

    /** As most programs copy a folder: what was closed and logged between the two is in neither. */
    @Test
    void open_ofAFileThatWasCopiedBeforeItsSums_isRefused() throws IOException {
        Path copy = directory.resolve("copy.zae");
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            Files.copy(file(), copy);
            InPlaceFiles.addOne(store, KEY);
            Files.copy(InPlaceFiles.sums(file()), InPlaceFiles.sums(copy));
        }
        assertRefusedAsLater(copy);
    }

    /** The store was closed and opened again between the two: those are the sums of the same file. */
    @Test
    void open_ofAFileWithTheSumsOfALaterLife_isRefused() throws IOException {
        Path copy = directory.resolve("copy.zae");
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            Files.copy(file(), copy);
        }
        try (FileStore store = open(file())) {
            InPlaceFiles.account(store, KEY, 78);
            Files.copy(InPlaceFiles.sums(file()), InPlaceFiles.sums(copy));
        }
        assertRefusedAsLater(copy);
    }

    private void assertRefusedAsLater(Path copy) {
        assertThat(StoreFile.check(copy).problem()).contains("is of a later moment than the file");
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(() -> open(copy))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.DAMAGED))
                .withMessageContaining("copy.zae.sums");
    }

    /** Left by another user, say: of no matter to a file that was closed in order. */
    @Test
    void open_withSumsThatMayNotBeRead_isRefusedOnlyIfTheyAreNeeded() throws IOException {
        Path killed = directory.resolve("killed.zae");
        try (FileStore store = open(file())) {
            InPlaceFiles.put(store, KEY);
            assertThat(InPlaceFiles.take(InPlaceFiles.account(store, KEY, 77), 10, 0))
                    .isTrue();
            InPlaceFiles.kill(file(), killed);
        }
        Files.copy(InPlaceFiles.sums(killed), InPlaceFiles.sums(file()));
        mayNotBeRead(InPlaceFiles.sums(file()));
        mayNotBeRead(InPlaceFiles.sums(killed));

        assertThat(StoreFile.check(file()).problem()).isNull();
        try (FileStore store = open(file())) {
            InPlaceFiles.assertTaken(InPlaceFiles.get(store, KEY), 10, 0);
        }
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(() -> open(killed))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.INACCESSIBLE))
                .withMessageContaining("killed.zae.sums");
    }

    private static void mayNotBeRead(Path path) throws IOException {
        assumeTrue(path.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(path), "this user may read anything");
    }
}
