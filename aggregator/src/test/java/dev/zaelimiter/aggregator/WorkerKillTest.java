package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.StoreFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a process that counts its own usage on a file, at any moment: the next worker counts what is missing, and
 * nothing twice. What was consumed stands in the file itself, as the counter of the bucket.
 */
class WorkerKillTest {

    private static final int MOST_MILLIS = 150;

    /** {@code -Dkill.rounds} says how many. */
    private static final int ROUNDS = Integer.getInteger("kill.rounds", 5);

    private static final long AN_HOUR = TimeUnit.HOURS.toMillis(1);

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("limits.zae");
    }

    /** What was consumed so far, in thousandths. */
    private long consumedMilli() {
        AtomicLong sum = new AtomicLong();
        StoreFile.read(file(), item -> {
            if (item.key().pk().contains("BUCKET#" + WorkerVictim.ENTITY + "#")) {
                sum.addAndGet(item.whole("b_rpm_tc", 0));
            }
        });
        return sum.get();
    }

    private static UsageAmount usage(LimitRepository repository, UsageWindow window) {
        UsageSummary.Total total = repository
                .usage()
                .summary(UsageQuery.ofEntity(WorkerVictim.ENTITY).window(window))
                .limits()
                .get("rpm");
        return total == null ? UsageAmount.NONE : total.usage().consumed();
    }

    /** Lets a service take a few times, and for a while longer; then kills it. Gives what it has said to have taken. */
    private long killed(long pauseMillis, boolean writesMuch, int takes, long moreMillis)
            throws IOException, InterruptedException {
        Process victim = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        WorkerVictim.class.getName(),
                        file().toString(),
                        Long.toString(pauseMillis),
                        Boolean.toString(writesMuch)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        long taken = 0;
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.US_ASCII))) {
            for (int i = 0; i < takes; i++) {
                taken = Long.parseLong(said.readLine());
            }
            victim.waitFor(moreMillis, TimeUnit.MILLISECONDS);
            victim.toHandle().destroyForcibly();
            StringBuilder rest = new StringBuilder();
            for (int c = said.read(); c >= 0; c = said.read()) {
                rest.append((char) c);
            }
            // The kill may have cut the last line off.
            for (String line :
                    rest.substring(0, rest.lastIndexOf("\n") + 1).lines().toList()) {
                taken = Long.parseLong(line);
            }
        } finally {
            victim.destroyForcibly().waitFor();
        }
        return taken;
    }

    /** What a worker that comes next has counted. */
    private void assertExact(String when) {
        long consumed = consumedMilli();
        try (LimitRepository repository = EmbeddedRepository.file(file());
                AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
            assertThat(worker.flush(Duration.ofSeconds(30))).isTrue();
            for (UsageWindow window : List.of(UsageWindow.HOURLY, UsageWindow.DAILY)) {
                assertThat(usage(repository, window))
                        .as("%s, %s", when, window)
                        .isEqualTo(UsageAmount.of(consumed / 1000, consumed % 1000));
            }
        }
    }

    @Test
    void kill_longBeforeTheNextLook_losesNothing() throws Exception {
        long taken = killed(AN_HOUR, false, 20, 0);
        assertThat(taken).isPositive();
        assertThat(consumedMilli()).isBetween(taken * 1000, (taken + WorkerVictim.AMOUNT) * 1000);
        try (LimitRepository repository = EmbeddedRepository.file(file())) {
            assertThat(usage(repository, UsageWindow.HOURLY))
                    .as("before anybody counts")
                    .isEqualTo(UsageAmount.NONE);
        }
        assertExact("after one kill");
        assertExact("once more");
    }

    @Tag("same-on-every-jdk")
    @Tag("short-form")
    @Test
    void kill_atAnyMoment_losesNothingAndCountsNothingTwice() throws Exception {
        rounds(3, 1, false);
    }

    @Tag("short-form")
    @Test
    void kill_whileTheFileIsWrittenAnew_losesNothingAndCountsNothingTwice() throws Exception {
        rounds(3, 2, true);
    }

    @Test
    @Tag("extended")
    void kill_manyTimes_losesNothingAndCountsNothingTwice() throws Exception {
        rounds(ROUNDS / 3, 3, false);
        rounds(ROUNDS - ROUNDS / 3, 4, true);
    }

    /** Some follow right upon the other, so that what is left comes from several lives. */
    private void rounds(int rounds, long seed, boolean writesMuch) throws Exception {
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            String when = "round " + round + " of seed " + seed;
            long pauseMillis = random.nextInt(4) == 0 ? AN_HOUR : 1 + random.nextInt(30);
            for (int kills = random.nextInt(2); kills >= 0; kills--) {
                killed(pauseMillis, writesMuch, 1 + random.nextInt(200), random.nextInt(MOST_MILLIS));
            }
            assertExact(when);
        }
    }
}
