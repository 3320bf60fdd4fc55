package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.StoreFileException.Reason;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Key;
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

/** A file that is looked at by another of its names, beside which it has no sums. */
@DisplayName("a whole file that was in use was called damaged when it was looked at by a hard link")
@Timeout(120)
class LookByHardLinkTest {

    private static final Key KEY = Key.of("p", "s");
    private static final int MOST_LINES = 100_000;

    @TempDir
    private Path directory;

    private Path file;
    private Path link;

    @BeforeEach
    void name() {
        file = directory.resolve("limits.zae");
        link = directory.resolve("linked.zae");
    }

    private static void assertInUse(ThrowingCallable look, String owner) {
        assertThatExceptionOfType(StoreFileException.class)
                .isThrownBy(look)
                .withMessageContaining("is in use by " + owner + ", by another of its names (hard links)")
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.IN_USE));
    }

    @Test
    void check_openInThisProcess_saysSo() throws Exception {
        try (FileStore store = FileStore.open(file, Durability.PROCESS_CRASH, new ManualClock())) {
            InPlaceFiles.put(store, KEY);
            Account account = InPlaceFiles.account(store, KEY, 2);
            assertThat(InPlaceFiles.take(account, 3, 4)).isTrue();
            Files.createLink(link, file);

            assertInUse(() -> StoreFile.check(link), "this process");
            assertInUse(() -> StoreFile.copy(link, directory.resolve("copy.zae")), "this process");
            assertThat(StoreFile.check(file).state()).isEqualTo(StoreFileReport.State.WHOLE);
            assertThat(OpenAttempt.inAnotherProcess(link)).isEqualTo("IN_USE");
        }
        assertThat(StoreFile.check(link).state()).isEqualTo(StoreFileReport.State.WHOLE);
    }

    @Test
    void check_openInAnotherProcess_saysSoUntilThatHasEnded() throws Exception {
        // Not written anew while it is looked at: the link would then lead to the replaced file, which needs no sums.
        String slack = Long.toString(JournalFile.USUAL_SLACK);
        Process other = new ProcessBuilder(OpenAttempt.command(LaneVictim.class, file.toString(), slack))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(other.getInputStream(), StandardCharsets.US_ASCII))) {
            Files.createLink(link, awaitSums(said));
            assertInUse(() -> StoreFile.check(link), "another process");
            assertThat(OpenAttempt.inAnotherProcess(link)).isEqualTo("IN_USE");
        } finally {
            other.destroyForcibly().waitFor();
        }
        // Nobody knows any more where its sums are.
        assertThat(StoreFile.check(link).state()).isEqualTo(StoreFileReport.State.DAMAGED);
        assertThat(OpenAttempt.inAnotherProcess(link)).isEqualTo("DAMAGED");
        assertThat(StoreFile.check(file).state()).isEqualTo(StoreFileReport.State.WHOLE);
    }

    private Path awaitSums(BufferedReader said) throws Exception {
        int lines = 0;
        while (lines < MOST_LINES && !Files.exists(InPlaceFiles.sums(file))) {
            assertThat(said.readLine()).isNotNull();
            lines++;
        }
        // It exists before the file says that it needs it: until that is written, each worker says one thing more.
        for (int i = 0; i <= LaneVictim.WORKERS; i++) {
            assertThat(said.readLine()).isNotNull();
        }
        assertThat(InPlaceFiles.sums(file)).exists();
        return file;
    }
}
