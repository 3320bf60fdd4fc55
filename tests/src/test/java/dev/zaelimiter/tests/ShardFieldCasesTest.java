package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Field cases on a bucket in one piece and in several: what holds of an entity must not depend on where its tokens lie.
 */
@Tag("same-on-every-jdk")
class ShardFieldCasesTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository process = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void bucket(Limit limit, int shards) {
        process.limits().setResourceDefaults(RESOURCE, limit);
        assertThat(took(process, take("key", limit.name(), 1))).isTrue();
        fleet.clock.advance(limit.refillPeriod().multipliedBy(2));
        if (shards > 1) {
            Divided.evenly(fleet, "key", RESOURCE, shards);
        }
        // What refilled is full in each of them.
        fleet.clock.advance(limit.refillPeriod().multipliedBy(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    @DisplayName("case 9 on shards: as many as there are tokens, but for what is less than a token in each shard")
    void manyCallers_asManyTokens_areAllServed(int shards) {
        bucket(Limit.custom("rpm", 500, 500, Duration.ofHours(1)), shards);
        LimitRepository other = fleet.process();
        List<Boolean> outcomes = ThreadCrowd.run(
                        50,
                        i -> IntStream.range(0, 10).mapToObj(k -> took(i % 2 == 0 ? process : other, "key", "rpm", 1)))
                .stream()
                .flatMap(each -> each)
                .toList();

        long admitted = outcomes.stream().filter(granted -> granted).count();
        assertThat(admitted).isBetween(500L - (shards == 32 ? 20 : 0), 500L);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    @DisplayName("case 9 on shards: ten tokens serve ten of two hundred callers, however many shards there are")
    void manyCallers_fewTokens_areServedExactly(int shards) {
        bucket(Limit.custom("rpm", 10, 10, Duration.ofHours(1)), shards);
        List<Boolean> outcomes = ThreadCrowd.run(200, i -> took(process, "key", "rpm", 1));

        assertThat(outcomes.stream().filter(granted -> granted)).hasSize(10);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    @DisplayName("case 10 on shards: what is reserved at once never passes the limit, and what fits is reserved")
    void estimatesAtOnce_neverPassTheLimit(int shards) {
        bucket(Limit.custom("tpm", 100, 100, Duration.ofHours(1)), shards);
        for (int i = 0; i < 5; i++) {
            assertThat(took(process, "key", "tpm", 133)).isFalse();
        }
        List<Lease> reserved = ThreadCrowd.run(
                        5,
                        i -> process.rateLimiter()
                                .tryAcquire(take("key", "tpm", 40))
                                .<Lease>match(lease -> lease, refusal -> null))
                .stream()
                .filter(Objects::nonNull)
                .toList();

        assertThat(reserved).hasSize(2);
        reserved.forEach(Lease::giveBack);
        assertThat(process.rateLimiter().check(take("key", "tpm", 1)).available("tpm"))
                .isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 32})
    @DisplayName("case 11 on shards: fast and slow paths mixed never admit more than capacity and refill")
    void fastAndSlowPaths_neverAdmitMore(int shards) {
        bucket(Limit.custom("rps", 40, 10, Duration.ofSeconds(1)), shards);
        SplittableRandom random = new SplittableRandom(11);
        List<LimitRepository> all = List.of(process, fleet.process(), fleet.process());
        long admitted = 0;
        long millis = 0;
        for (int i = 0; i < 1_500; i++) {
            int amount = 1 + random.nextInt(5);
            admitted += took(all.get(random.nextInt(3)), "key", "rps", amount) ? amount : 0;
            long step = random.nextInt(4) == 0 ? random.nextLong(300) : random.nextLong(20);
            fleet.millis(step);
            millis += step;
            assertThat(admitted).isLessThanOrEqualTo(40 + millis / 100);
        }
        assertThat(admitted).isGreaterThan(millis / 100 * 9 / 10);
    }
}
