package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * kill -9 of a process that counts its own usage on a file: what was counted stays counted, nothing is counted twice, and what is
 * missing was taken since (decision 088 says why that is not found later).
 */
class WorkerKillTest {

    private static final int ROUNDS = 3;
    private static final int MOST_LINES = 100_000;

    private long taken;
    private long counted;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("limits.zae");
    }

    private UsageAmount usage() {
        try (LimitRepository repository = EmbeddedRepository.file(file())) {
            return usage(repository);
        }
    }

    private static UsageAmount usage(LimitRepository repository) {
        UsageSummary.Total total = repository
                .usage()
                .summary(UsageQuery.ofEntity(WorkerVictim.ENTITY))
                .limits()
                .get("rpm");
        return total == null ? UsageAmount.NONE : total.usage().consumed();
    }

    /** Lets a service take until it has said so often that something is counted, and for a while longer; then kills it. */
    private void round(long pauseMillis, int flushes, int counts, long moreMillis)
            throws IOException, InterruptedException {
        taken = 0;
        counted = 0;
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
                        Integer.toString(flushes)))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(victim.getInputStream(), StandardCharsets.US_ASCII))) {
            int heard = 0;
            for (int i = 0; i < MOST_LINES && heard < counts; i++) {
                heard += note(said.readLine()) ? 1 : 0;
            }
            note(said.readLine());
            victim.waitFor(moreMillis, TimeUnit.MILLISECONDS);
            victim.toHandle().destroyForcibly();
            StringBuilder rest = new StringBuilder();
            for (int c = said.read(); c >= 0; c = said.read()) {
                rest.append((char) c);
            }
            // The kill may have cut the last line off.
            rest.substring(0, rest.lastIndexOf("\n") + 1).lines().forEach(this::note);
        } finally {
            victim.destroyForcibly().waitFor();
        }
    }

    /** Whether it says that something is counted. */
    private boolean note(String line) {
        long number = Long.parseLong(line.substring(line.indexOf(' ') + 1));
        if (line.startsWith("counted")) {
            counted = number;
            return true;
        }
        taken = number;
        return false;
    }

    @Test
    void kill_whileItCounts_losesNothingThatWasCounted() throws Exception {
        long before = 0;
        for (int round = 0; round < ROUNDS; round++) {
            round(1, Integer.MAX_VALUE, 3, round * 40L);
            UsageAmount after = usage();
            assertThat(after.milli()).isZero();
            assertThat(after.tokens() - before).as("round %d", round).isBetween(counted, taken + WorkerVictim.AMOUNT);
            before = after.tokens();
        }
    }

    /** Whoever counts next neither finds what was missed nor counts anything a second time. */
    @Test
    void kill_longBeforeTheNextLook_leavesThatOut_andTheNextWorkerCountsExactly() throws Exception {
        round(TimeUnit.HOURS.toMillis(1), 1, 1, 100);
        assertThat(taken).isGreaterThan(counted);
        assertThat(usage()).isEqualTo(new UsageAmount(counted, 0));
        try (LimitRepository repository = EmbeddedRepository.file(file());
                AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
            assertThat(worker.flush(Duration.ofSeconds(10))).isTrue();
            assertThat(usage(repository)).isEqualTo(new UsageAmount(counted, 0));
            repository
                    .rateLimiter()
                    .acquire(WorkerVictim.ENTITY, "gpt-4", "rpm", 5)
                    .keep();
            assertThat(worker.flush(Duration.ofSeconds(10))).isTrue();
            assertThat(usage(repository)).isEqualTo(new UsageAmount(counted + 5, 0));
        }
    }
}
