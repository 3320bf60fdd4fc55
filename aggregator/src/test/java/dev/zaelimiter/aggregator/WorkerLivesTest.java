package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
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
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that live one after another on a file, and count their usage: some end in order, some are killed, between
 * any two writes of the worker or of the service, and some have no worker. Usage then equals what was consumed while
 * there was one, to the thousandth, in every window. A file that is copied while it is in use is as after kill -9.
 */
class WorkerLivesTest {

    private static final int LIVES = 16;
    private static final int STEPS = 14;

    /** {@code -Dseeds} says how many. */
    private static final int SEEDS = Integer.getInteger("seeds", 25);

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final String[] RESOURCES = {"gpt-4", "files"};

    /** Half an hour before a month ends. */
    private static final Instant START = Instant.parse("2026-10-31T23:30:00Z");

    private long killedWhileCounting;

    @TempDir
    private Path directory;

    @Tag("same-on-every-jdk")
    @Tag("short-form")
    @Test
    void usage_ofProcessesThatAreKilled_isWhatTheyConsumed() throws IOException {
        run(1, 5);
    }

    @Test
    @Tag("extended")
    void usage_ofManyProcessesThatAreKilled_isWhatTheyConsumed() throws IOException {
        run(1000, SEEDS);
    }

    private void run(int firstSeed, int seeds) throws IOException {
        for (int seed = firstSeed; seed < firstSeed + seeds; seed++) {
            new Story(seed).play();
        }
        assertThat(killedWhileCounting).as("killed between two writes of usage").isGreaterThan(seeds / 4);
    }

    private final class Story {
        private final int seed;
        private final Random random;
        private final ManualClock clock = new ManualClock(START);
        private ConsumedTruth truth = new ConsumedTruth();
        private int writesUntilTheKill;
        private Path killed;

        Story(int seed) {
            this.seed = seed;
            this.random = new Random(seed);
        }

        void play() throws IOException {
            Path file = directory.resolve(seed + "-0");
            for (int life = 1; life <= LIVES; life++) {
                Path next = directory.resolve(seed + "-" + life);
                live(file, next);
                Files.delete(file);
                file = next;
            }
            try (LimitRepository repository = open(file);
                    AggregatorWorker worker = worker(repository)) {
                assertThat(worker.flush(PATIENCE)).isTrue();
                assertThat(truth.differences(repository, RESOURCES))
                        .as("seed %d", seed)
                        .isEmpty();
            }
        }

        private LimitRepository open(Path file) {
            return RepositoryBuilder.opening(time -> new WitnessedFile(
                            FileStore.open(file, Durability.PROCESS_CRASH, time), key -> landed(key, file)))
                    .environment(clock)
                    .build();
        }

        private AggregatorWorker worker(LimitRepository repository) {
            return AggregatorWorker.of(repository)
                    .settings(AggregatorSettings.defaults().windows(Set.of(UsageWindow.values())))
                    .start();
        }

        /** A process is killed right after one of its sums has reached the file. */
        private void landed(Key key, Path file) {
            if (UsageItems.isUsage(key) && --writesUntilTheKill == 0) {
                killedWhileCounting++;
                kill(file);
            }
        }

        private void kill(Path file) {
            try {
                Files.copy(file, killed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private void live(Path file, Path next) throws IOException {
            killed = next;
            writesUntilTheKill = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(20);
            int killedAt = random.nextInt(STEPS);
            boolean counts = random.nextInt(4) > 0;
            ConsumedTruth atTheKill = truth.copy();
            try (LimitRepository repository = open(file)) {
                repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100_000), Limit.perHour("tph", 90_000));
                AggregatorWorker worker = counts ? worker(repository) : null;
                for (int step = 0; step < STEPS && Files.notExists(next); step++) {
                    if (step == killedAt && writesUntilTheKill == 0) {
                        kill(file);
                        break;
                    }
                    // What is counted meanwhile is none of what this step takes.
                    clock.advance(Duration.ofMillis(random.nextInt(4) == 0 ? random.nextInt(2_000_000) : 30));
                    if (Files.notExists(next)) {
                        take(repository, counts);
                    }
                    atTheKill = truth.copy();
                }
                if (worker != null) {
                    worker.close();
                }
            }
            if (Files.notExists(next)) {
                Files.copy(file, next);
            }
            truth = atTheKill;
        }

        private void take(LimitRepository repository, boolean counts) {
            Instant now = Instant.ofEpochMilli(clock.wallMillis());
            long amount = 1L + random.nextInt(50);
            String limit = random.nextBoolean() ? "rpm" : "tph";
            try (Lease lease = repository
                    .rateLimiter()
                    .acquire("key-" + random.nextInt(3), RESOURCES[random.nextInt(RESOURCES.length)], limit, amount)) {
                if (counts) {
                    truth.note(lease, limit, amount, now);
                }
                lease.keep();
            }
        }
    }
}
