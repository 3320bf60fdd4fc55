package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.StoreException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** S9: 20,000 names that clients chose ended a JVM of 128 MB, since nothing capped what a store in memory held. */
@DisplayName("S9: a store holds so many items, and no more buckets")
@Timeout(120)
class MostItemsTest {

    private static final int MOST = 100;

    /** Of names that come and go; {@code -Dnames} says how many. */
    private static final int STEPS = Integer.getInteger("names", 3_000);

    private final ManualClock clock = new ManualClock();

    @TempDir
    private Path directory;

    private static AcquireRequest one(String entity) {
        return AcquireRequest.entity(entity).resource("gpt-4").take("rpm", 1).build();
    }

    private RepositoryBuilder memory() {
        return EmbeddedRepository.builder(MOST).environment(clock);
    }

    private RepositoryBuilder file() {
        return EmbeddedRepository.builder(directory.resolve("limits.zae"), Durability.PROCESS_CRASH, MOST)
                .environment(clock);
    }

    private RepositoryBuilder builder(String form) {
        return form.equals("file") ? file() : memory();
    }

    /** Takes one for each name until one is refused for want of room; gives how many there was room for. */
    private static int fill(LimitRepository repository, String prefix) {
        for (int i = 0; i < 10 * MOST; i++) {
            try {
                assertThat(repository.rateLimiter().tryAcquire(one(prefix + i)).granted())
                        .isTrue();
            } catch (RateLimiterUnavailableException full) {
                return i;
            }
        }
        return 10 * MOST;
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void acquire_noRoomAndNoFullBucket_isRefusedByNameWhateverThePolicy(String form) {
        try (LimitRepository repository =
                builder(form).onUnavailable(OnUnavailable.ALLOW).build()) {
            repository.limits().setSystemDefaults(Limit.perDay("rpm", 10));
            int had = fill(repository, "name-");
            assertThat(had).isBetween(MOST / 2, MOST);

            assertThatExceptionOfType(RateLimiterUnavailableException.class)
                    .isThrownBy(() -> repository.rateLimiter().acquire(one("newcomer")))
                    .withMessageContainingAll("of at most " + MOST, "authenticated")
                    .withCauseInstanceOf(StoreException.Denied.class);
            assertThat(repository.statistics().degraded())
                    .as("let through unlimited")
                    .isZero();
            // Whoever has a bucket goes on, and an operator can still change everything.
            assertThat(repository.rateLimiter().tryAcquire(one("name-0")).granted())
                    .isTrue();
            repository.limits().setEntityLimits("name-1", "gpt-4", Limit.perDay("rpm", 1));
            repository.entities().create(Entity.builder("name-2").build());
            assertThat(repository.limits().getEntityLimits("name-1", "gpt-4")).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file"})
    void acquire_noRoomButFullBuckets_theseGoAndNothingElse(String form) {
        try (LimitRepository repository = builder(form).ttlMultiplier(0).build()) {
            repository.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
            repository.limits().setEntityLimits("debtor", "gpt-4", Limit.perDay("rpm", 1));
            repository.entities().create(Entity.builder("kept").build());
            assertThat(repository.rateLimiter().tryAcquire(one("debtor")).granted())
                    .isTrue();
            fill(repository, "old-");

            clock.advance(Duration.ofMinutes(1));
            for (int round = 0; round < 20; round++) {
                assertThat(fill(repository, "round-" + round + "-")).isPositive();
                assertThat(repository.rateLimiter().tryAcquire(one("debtor")).granted())
                        .as("what it took is not forgotten")
                        .isFalse();
                clock.advance(Duration.ofMinutes(1));
            }
            assertThat(repository.entities().get("kept")).isPresent();
            assertThat(repository.limits().getEntityLimits("debtor", "gpt-4")).hasSize(1);
        }
    }

    @Tag("same-on-every-jdk")
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void acquire_manyNamesComeAndGo_nobodyIsEverGivenMoreThanTheLimit(long seed) {
        Random random = new Random(seed);
        Map<String, Double> left = new HashMap<>();
        Map<String, Long> seen = new HashMap<>();
        try (LimitRepository repository = memory().ttlMultiplier(0).build()) {
            repository.limits().setSystemDefaults(Limit.custom("rpm", 5, 1, Duration.ofSeconds(10)));
            int granted = 0;
            int unavailable = 0;
            for (int i = 0; i < STEPS; i++) {
                String name = "name-" + (int) Math.abs(random.nextGaussian() * 2 * MOST);
                long now = clock.wallMillis();
                double gained = (now - seen.getOrDefault(name, now)) / 10_000.0;
                double has = Math.min(5, left.getOrDefault(name, 5.0) + gained);
                seen.put(name, now);
                left.put(name, has);
                try {
                    if (repository.rateLimiter().tryAcquire(one(name)).granted()) {
                        granted++;
                        assertThat(has)
                                .as("seed %d, step %d: %s", seed, i, name)
                                .isGreaterThanOrEqualTo(1 - 1e-6);
                        left.put(name, has - 1);
                    }
                } catch (RateLimiterUnavailableException noRoom) {
                    unavailable++;
                }
                clock.advance(Duration.ofMillis(random.nextInt(60)));
            }
            assertThat(granted).isGreaterThan(1_000);
            assertThat(unavailable).as("it was really full").isPositive();
        }
    }

    @Test
    void acquire_manyTimesAsManyNamesAsTheHeapHolds_theJvmLives() throws Exception {
        assertThat(FloodVictim.survivors()).isEqualTo("alive");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE})
    void builder_noItems_isRefused(int most) {
        assertThatExceptionOfType(InvalidInputException.class)
                .isThrownBy(() -> EmbeddedRepository.builder(most))
                .withMessageContainingAll("maxItems", "1 or more");
    }

    @Test
    void open_fileWithMoreThanTheMost_readsAllAndMakesNoMore() {
        try (LimitRepository repository = EmbeddedRepository.builder(
                        directory.resolve("limits.zae"), Durability.PROCESS_CRASH)
                .environment(clock)
                .build()) {
            repository.limits().setSystemDefaults(Limit.perDay("rpm", 2));
            assertThat(fill(repository, "name-")).isEqualTo(10 * MOST);
        }
        try (LimitRepository repository = file().build()) {
            assertThat(repository.rateLimiter().tryAcquire(one("name-999")).granted())
                    .isTrue();
            assertThat(repository.rateLimiter().tryAcquire(one("name-999")).granted())
                    .isFalse();
            assertThatExceptionOfType(RateLimiterUnavailableException.class)
                    .isThrownBy(() -> repository.rateLimiter().acquire(one("newcomer")));
        }
    }
}
