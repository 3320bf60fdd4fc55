package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Key;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker takes away the marks of those before it once there are many. What one of them had left is counted under its
 * name: if its mark were taken away before the file says that this is done, a kill in between would have it counted
 * twice.
 */
class LeftoverMarksTest {

    /** As many marks as stay; the next one makes them many. */
    private static final int FEW = 8;

    /** More than are counted at the same time, so that some marks go while other sums are still to come. */
    private static final int ENTITIES = 40;

    private static final int AMOUNT = 5;
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private final ManualClock clock = new ManualClock(Instant.parse("2026-03-01T12:00:00Z"));

    @TempDir
    private Path directory;

    private LimitRepository open(Path file, Consumer<Key> landed) {
        return RepositoryBuilder.opening(
                        time -> new WitnessedFile(FileStore.open(file, Durability.PROCESS_CRASH, time), landed))
                .environment(clock)
                .build();
    }

    private static void take(LimitRepository repository) {
        for (int i = 0; i < ENTITIES; i++) {
            repository.rateLimiter().acquire("key-" + i, "gpt-4", "rpm", AMOUNT).keep();
        }
    }

    private static void count(LimitRepository repository, Duration pause) {
        try (AggregatorWorker worker =
                AggregatorWorker.of(repository).pause(pause).start()) {
            assertThat(worker.flush(PATIENCE)).isTrue();
        }
    }

    /** A file whose sums have many marks, and a change that nobody has counted. */
    private Path withLeftover() throws IOException {
        Path file = directory.resolve("lives");
        for (int life = 1; life <= FEW; life++) {
            try (LimitRepository repository = open(file, key -> {});
                    AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
                repository.limits().setSystemDefaults(Limit.perMinute("rpm", 1000));
                take(repository);
                assertThat(worker.flush(PATIENCE)).isTrue();
            }
        }
        Path killed = directory.resolve("left over");
        try (LimitRepository repository = open(file, key -> {});
                AggregatorWorker worker = AggregatorWorker.of(repository)
                        .pause(Duration.ofHours(1))
                        .start()) {
            assertThat(worker.flush(PATIENCE)).isTrue();
            take(repository);
            Files.copy(file, killed);
        }
        return killed;
    }

    @Test
    void kill_afterAnyWriteOfLeftChanges_countsNothingTwice() throws IOException {
        Path base = withLeftover();
        int kills = 0;
        for (int write = 1; write <= 4 * ENTITIES; write += 9) {
            Path file = Files.copy(base, directory.resolve("again " + write));
            Path killed = directory.resolve("killed " + write);
            int[] left = {write};
            try (LimitRepository repository = open(file, key -> {
                if (UsageItems.isUsage(key) && --left[0] == 0) {
                    copy(file, killed);
                }
            })) {
                count(repository, Duration.ofMillis(200));
            }
            if (Files.exists(killed)) {
                kills++;
                try (LimitRepository repository = open(killed, key -> {})) {
                    count(repository, Duration.ofMillis(200));
                    for (UsageWindow window : new UsageWindow[] {UsageWindow.HOURLY, UsageWindow.DAILY}) {
                        assertThat(repository
                                        .usage()
                                        .read(UsageQuery.ofResource("gpt-4").window(window), 1000, null)
                                        .records())
                                .as("killed after write %d", write)
                                .hasSize(ENTITIES)
                                .allSatisfy(each -> assertThat(each.consumed("rpm"))
                                        .isEqualTo(new UsageAmount((FEW + 1L) * AMOUNT, 0)));
                    }
                }
            }
        }
        assertThat(kills).as("two sums, and marks taken away from both").isGreaterThan(2 * ENTITIES / 9);
    }

    private static void copy(Path from, Path to) {
        try {
            Files.copy(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
