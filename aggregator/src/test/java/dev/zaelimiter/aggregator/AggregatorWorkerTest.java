package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageQuery;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageSummary;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AggregatorWorkerTest {

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path folder;

    private static void take(LimitRepository repository, String entity, long amount) {
        repository.rateLimiter().acquire(entity, "gpt-4", "rpm", amount).keep();
    }

    private static UsageAmount consumed(LimitRepository repository, String entity) {
        UsageSummary summary = repository.usage().summary(UsageQuery.ofEntity(entity));
        UsageSummary.Total total = summary.limits().get("rpm");
        return total == null ? UsageAmount.NONE : total.usage().consumed();
    }

    @Test
    void worker_inMemory_countsWithinItsPause() {
        try (LimitRepository repository =
                        EmbeddedRepository.builder().environment(clock).build();
                AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
            take(repository, "a", 3);
            take(repository, "a", 4);
            take(repository, "b", 1);
            clock.advance(Duration.ofMillis(250));
            assertThat(consumed(repository, "a")).isEqualTo(new UsageAmount(7, 0));
            assertThat(consumed(repository, "b")).isEqualTo(new UsageAmount(1, 0));
            assertThat(repository
                            .usage()
                            .read(UsageQuery.ofResource("gpt-4").window(UsageWindow.DAILY), 10, null)
                            .records())
                    .extracting(UsageRecord::entity)
                    .containsExactlyInAnyOrder("a", "b");
            assertThat(worker.flush(Duration.ofSeconds(1))).isTrue();
        }
    }

    @Test
    void close_rightAfterATake_hasCountedIt() {
        try (LimitRepository repository =
                EmbeddedRepository.builder().environment(clock).build()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
            AggregatorWorker worker = AggregatorWorker.of(repository).start();
            take(repository, "a", 3);
            worker.close();
            worker.close();
            assertThat(consumed(repository, "a")).isEqualTo(new UsageAmount(3, 0));
            take(repository, "a", 5);
            clock.advance(Duration.ofMinutes(2));
            assertThat(consumed(repository, "a")).isEqualTo(new UsageAmount(3, 0));
        }
    }

    /** Two workers on one store counted each take twice, and said nothing. */
    @Test
    void start_whileAnotherCountsTheStore_isRefusedByName() {
        try (LimitRepository repository =
                EmbeddedRepository.builder().environment(clock).build()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
            try (AggregatorWorker first = AggregatorWorker.of(repository).start()) {
                assertThatExceptionOfType(InvalidInputException.class)
                        .isThrownBy(() -> AggregatorWorker.of(repository).start())
                        .withMessageContaining("repository")
                        .withMessageContaining("no other AggregatorWorker");
                take(repository, "a", 7);
                assertThat(first.flush(Duration.ofSeconds(1))).isTrue();
            }
            try (AggregatorWorker next = AggregatorWorker.of(repository).start()) {
                assertThat(next.flush(Duration.ofSeconds(1))).isTrue();
            }
            assertThat(consumed(repository, "a")).isEqualTo(new UsageAmount(7, 0));
        }
    }

    @Test
    void worker_onAFileThatIsOpenedAgain_goesOnCounting() {
        Path file = folder.resolve("limits.db");
        for (int life = 1; life <= 12; life++) {
            try (LimitRepository repository = EmbeddedRepository.builder(file, Durability.PROCESS_CRASH)
                            .environment(clock)
                            .build();
                    AggregatorWorker worker = AggregatorWorker.of(repository).start()) {
                repository.limits().setSystemDefaults(Limit.perMinute("rpm", 100));
                take(repository, "a", 2);
                take(repository, "a", 1);
                assertThat(worker.flush(Duration.ofSeconds(10))).isTrue();
                assertThat(consumed(repository, "a")).isEqualTo(new UsageAmount(3L * life, 0));
            }
        }
    }

    @Test
    void worker_thatFellBehind_tellsOfTheGapAndGoesOn() {
        List<String> gaps = new ArrayList<>();
        try (LimitRepository repository =
                        EmbeddedRepository.builder().environment(clock).build();
                AggregatorWorker worker = AggregatorWorker.of(repository)
                        .listener(new AggregatorListener() {
                            @Override
                            public void gap(String streamShard) {
                                gaps.add(streamShard);
                            }
                        })
                        .start()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 200_000));
            for (int i = 0; i < 100_001; i++) {
                take(repository, "a", 1);
            }
            clock.advance(Duration.ofSeconds(1));
            assertThat(gaps).singleElement().asString().startsWith("feed-1-");
            take(repository, "b", 1);
            assertThat(worker.flush(Duration.ofSeconds(1))).isTrue();
            assertThat(consumed(repository, "b")).isEqualTo(new UsageAmount(1, 0));
        }
    }
}
