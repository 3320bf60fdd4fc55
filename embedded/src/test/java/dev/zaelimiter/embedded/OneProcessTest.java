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
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A10: a file that was renamed, linked, or whose {@code .lock} was removed while it was open was opened by a second
 * process, which handed out the same tokens again. In each test two JVMs meet.
 */
@DisplayName("A10: one process at a time has a file, whatever is done to its names")
@Timeout(120)
class OneProcessTest {

    private static final int MOST_LINES = 200_000;

    @TempDir
    private Path directory;

    private Process other;
    private BufferedReader said;
    private final List<String> told = new ArrayList<>();

    private Path file() {
        return directory.resolve("limits.zae");
    }

    private Path other(String name) {
        return directory.resolve(name);
    }

    /** A process that opens the file and writes to it, so much that it is written anew every few hundred writes. */
    private void startOther() throws IOException {
        other = new ProcessBuilder(
                        OpenAttempt.command(KillVictim.class, file().toString(), Durability.PROCESS_CRASH.name()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        said = new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.US_ASCII));
        assertThat(said.readLine()).isEqualTo("open");
    }

    @AfterEach
    void endOther() throws Exception {
        if (other != null) {
            other.destroyForcibly().waitFor();
            said.close();
        }
    }

    private static Object identity(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /** Lets the other process write until it has written the file anew. */
    private void awaitRewrite(Object before) throws IOException {
        for (int i = 0; i < MOST_LINES && identity(file()).equals(before); i++) {
            told.add(said.readLine());
        }
        assertThat(identity(file())).as("written anew").isNotEqualTo(before);
    }

    private void writeMore(int lines) throws IOException {
        for (int i = 0; i < lines; i++) {
            told.add(said.readLine());
        }
    }

    private static void assertInUse(Path path) {
        assertInUse(path, "is in use by ");
    }

    private static void assertInUse(Path path, String owner) {
        assertThatExceptionOfType(StoreFileException.class)
                .as("%s", path)
                .isThrownBy(() -> FileStore.open(path, Durability.PROCESS_CRASH, new ManualClock()))
                .withMessageContaining(owner)
                .satisfies(e -> assertThat(e.reason()).as("%s", e.getMessage()).isEqualTo(Reason.IN_USE));
    }

    @Test
    void open_lockFileRemovedWhileOpen_isRefused() throws Exception {
        startOther();
        Object first = identity(file());

        Files.delete(other("limits.zae.lock"));
        assertInUse(file());

        awaitRewrite(first);
        Files.deleteIfExists(other("limits.zae.lock"));
        assertInUse(file());
        awaitRewrite(identity(file()));
        assertInUse(file());
    }

    /**
     * The message named the very process that tried, whose number it had just written into the lock file of the link.
     */
    @Test
    void open_byAHardLink_isRefusedBeforeAndAfterTheFileIsWrittenAnew() throws Exception {
        startOther();
        Object first = identity(file());
        try {
            Files.createLink(other("linked.zae"), file());
        } catch (UnsupportedOperationException noLinksHere) {
            return;
        }

        assertInUse(other("linked.zae"), "by another process");
        awaitRewrite(first);
        awaitRewrite(identity(file()));
        assertInUse(other("linked.zae"), "by another process");
        Files.delete(other("limits.zae.lock"));
        assertInUse(file());
    }

    @Test
    void open_renamedWhileOpen_isRefusedAndLosesNothing() throws Exception {
        startOther();

        Files.move(file(), other("moved.zae"));
        assertInUse(other("moved.zae"));
        // Far more than makes it due to be written anew.
        writeMore(5_000);

        assertInUse(other("moved.zae"));
        assertThat(file()).as("nothing is made where the file was").doesNotExist();
        other.toHandle().destroyForcibly();
        other.waitFor();
        long acknowledged = Long.parseLong(told.get(told.size() - 1).split(" ", -1)[1]);
        int worker = Integer.parseInt(told.get(told.size() - 1).split(" ", -1)[0]);
        try (FileStore store = FileStore.open(other("moved.zae"), Durability.PROCESS_CRASH, new ManualClock())) {
            Item item = store.get(KillVictim.key(worker, "left")).join();
            assertThat(item).isNotNull();
            assertThat(item.whole("n", 0)).isGreaterThanOrEqualTo(acknowledged);
        }
    }

    @Test
    void open_lookedAtByItsOwnProcess_isStillRefusedToOthers() throws Exception {
        try (FileStore store = FileStore.open(file(), Durability.PROCESS_CRASH, new ManualClock())) {
            Files.createLink(other("linked.zae"), file());
            // Each of these opens the file a second time, and POSIX drops a lock when any descriptor is closed.
            StoreFile.check(file());
            StoreFile.read(other("linked.zae"), item -> {});
            StoreFile.copy(file(), other("copy.zae"));
            assertInUse(file());
            assertInUse(other("linked.zae"), "by this process");
            Files.delete(other("limits.zae.lock"));
            Files.deleteIfExists(other("linked.zae.lock"));

            assertThat(OpenAttempt.inAnotherProcess(file())).isEqualTo("IN_USE");
            assertThat(OpenAttempt.inAnotherProcess(other("linked.zae"))).isEqualTo("IN_USE");
            assertThat(OpenAttempt.inAnotherProcess(other("copy.zae"))).isEqualTo("opened");
            assertThat(store.get(Key.of("p", "s")).join()).isNull();
        }
        assertThat(OpenAttempt.inAnotherProcess(file())).isEqualTo("opened");
    }

    @Test
    void write_anotherFileTookTheName_isLeftAlone() throws Exception {
        WriteShape put = WriteShape.put(null);
        try (FileStore store = new FileOpening(file(), Durability.PROCESS_CRASH, new ManualClock(), 1024).open()) {
            Files.move(file(), other("moved.zae"));
            Files.writeString(file(), "somebody else's");

            for (int i = 0; i < 2_000; i++) {
                store.write(Write.put(
                                put,
                                Item.builder(Key.of("p", "s" + i % 10))
                                        .put("n", i)
                                        .build()))
                        .join();
            }
            assertThat(store.statistics().rewrites()).isZero();
        }

        assertThat(file()).hasContent("somebody else's");
        assertThat(other("limits.zae.new")).doesNotExist();
        try (FileStore store = FileStore.open(other("moved.zae"), Durability.PROCESS_CRASH, new ManualClock())) {
            assertThat(store.get(Key.of("p", "s9")).join()).isNotNull();
            assertThat(store.get(Key.of("p", "s9")).join().whole("n", 0)).isEqualTo(1_999);
        }
    }

    @Test
    void write_linkedAgainAndAgain_isNotWrittenAnewBeyondABound() throws Exception {
        WriteShape put = WriteShape.put(null);
        try (FileStore store = new FileOpening(file(), Durability.PROCESS_CRASH, new ManualClock(), 1024).open()) {
            for (int i = 0; i < 4_000; i++) {
                if (Files.getAttribute(file(), "unix:nlink").equals(1)) {
                    Files.createLink(other("link-" + i), file());
                }
                store.write(Write.put(
                                put, Item.builder(Key.of("p", "s")).put("n", i).build()))
                        .join();
            }
            assertThat(store.statistics().rewrites()).isEqualTo(JournalFile.MOST_SUPERSEDED);
            assertThat(store.get(Key.of("p", "s")).join().whole("n", 0)).isEqualTo(3_999);
        }
    }
}
