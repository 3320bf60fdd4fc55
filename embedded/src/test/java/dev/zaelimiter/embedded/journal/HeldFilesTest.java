package dev.zaelimiter.embedded.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whether anybody has a file is asked by a lock, which is nobody's. */
@Timeout(120)
class HeldFilesTest {

    private static final int TIMES = 20_000;
    private static final int MOST_LOOKS = 50 * TIMES;

    @TempDir
    private Path directory;

    private final ExecutorService executor = Executors.newFixedThreadPool(2);
    private final CyclicBarrier both = new CyclicBarrier(2);
    private Path file;

    @BeforeEach
    void create() throws IOException {
        file = Files.writeString(directory.resolve("limits.zae"), "any");
    }

    @AfterEach
    void end() {
        executor.shutdownNow();
    }

    private Future<Integer> countOf(Callable<Boolean> attempt) {
        return executor.submit(() -> {
            both.await();
            int count = 0;
            for (int i = 0; i < TIMES; i++) {
                count += attempt.call() ? 1 : 0;
            }
            return count;
        });
    }

    @Test
    @DisplayName("a file that nobody had was said to be in use when two threads looked at the same time")
    void isHeldByAnybody_askedByTwoThreads_isHeldByNeither() throws Exception {
        Future<Integer> one = countOf(() -> HeldFiles.isHeldByAnybody(file));
        Future<Integer> another = countOf(() -> HeldFiles.isHeldByAnybody(file));

        assertThat(one.get() + another.get()).isZero();
    }

    @Test
    @DisplayName(
            "a file that was opened while somebody looked was refused, and said to be open in this process since then")
    void lock_askedMeanwhileWhetherItIsHeld_isTaken() throws Exception {
        AtomicBoolean over = new AtomicBoolean();
        Future<Integer> taken = countOf(this::take);
        Future<Boolean> looks = executor.submit(() -> {
            both.await();
            for (int i = 0; i < MOST_LOOKS && !over.get(); i++) {
                HeldFiles.isHeldByAnybody(file);
            }
            return true;
        });

        assertThat(taken.get()).isEqualTo(TIMES);
        over.set(true);
        assertThat(looks.get()).isTrue();
        assertThat(HeldFiles.holds(file)).isFalse();
    }

    private boolean take() throws IOException {
        try (LockedFile taken = LockedFile.take(file)) {
            return taken != null;
        }
    }

    @Test
    void isHeldByAnybody_whileItIsHeld_saysSo() throws Exception {
        try (LockedFile taken = LockedFile.take(file)) {
            assertThat(taken).isNotNull();
            assertThat(HeldFiles.isHeldByAnybody(file)).isTrue();
        }
        assertThat(HeldFiles.isHeldByAnybody(file)).isFalse();
    }
}
