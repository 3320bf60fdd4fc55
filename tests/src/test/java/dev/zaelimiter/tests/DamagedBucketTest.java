package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Story.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiterUnavailableException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Buckets that a hand, a bug or another clock has left in a strange state, met by a process that has not seen them. */
@Timeout(20)
class DamagedBucketTest {

    private final ManualClock clock = new ManualClock();
    private final InMemoryStore store = new InMemoryStore(clock);
    private final LimitRepository first = repository();
    private final Key key = bucket();

    private LimitRepository repository() {
        return RepositoryBuilder.on(store).environment(clock).build();
    }

    private Key bucket() {
        Item record = store.get(Key.of("_/SYSTEM#", "#NAMESPACE#default")).join();
        String namespace = Objects.requireNonNull(record).text("namespace_id");
        return Key.of(namespace + "/BUCKET#user-1#gpt-4#0", "#STATE");
    }

    private void change(UnaryOperator<Item.Builder> edit) {
        Item item = Objects.requireNonNull(store.get(key).join());
        store.write(Write.put(WriteShape.put(null), edit.apply(item.toBuilder()).build()))
                .join();
    }

    private static boolean takes(LimitRepository repository, long amount) {
        return repository
                .rateLimiter()
                .tryAcquire(request("user-1", "rpm", amount))
                .granted();
    }

    @AfterEach
    void close() {
        first.close();
        store.close();
    }

    @Test
    void drained_stampFarAhead_refillsFromNow() {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 60)).isTrue();
        change(item -> item.put("rf", clock.wallMillis() + Duration.ofDays(365).toMillis()));
        try (LimitRepository second = repository()) {
            Refusal refusal =
                    second.rateLimiter().tryAcquire(request("user-1", "rpm", 1)).refusal();
            assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(1));
            clock.advance(Duration.ofSeconds(1));
            assertThat(takes(second, 1)).as("the wait that was quoted").isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"b_rpm_tk", "b_rpm_cp", "b_rpm_ra", "b_rpm_rp", "rf", "shard_count"})
    void attributeMissing_saysWhatToDoAndRewritesNothing(String attribute) {
        saysWhatToDoAndRewritesNothing(attribute, item -> item.remove(attribute));
    }

    @ParameterizedTest
    @ValueSource(strings = {"b_rpm_tk", "b_rpm_cp", "b_rpm_ra", "b_rpm_rp", "rf", "shard_count"})
    void attributeNoNumber_saysWhatToDoAndRewritesNothing(String attribute) {
        saysWhatToDoAndRewritesNothing(attribute, item -> item.put(attribute, "sixty"));
    }

    private void saysWhatToDoAndRewritesNothing(String attribute, UnaryOperator<Item.Builder> damage) {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 50)).isTrue();
        Item whole = Objects.requireNonNull(store.get(key).join());
        change(damage);
        Item damaged = Objects.requireNonNull(store.get(key).join());
        try (LimitRepository second = repository()) {
            told(second, attribute);
            assertThat(store.get(key).join()).isEqualTo(damaged);
            assertThat(took(second, "user-2")).as("another bucket").isTrue();
        }

        told(first, attribute);
        assertThat(store.get(key).join()).as("of one that knows the bucket").isEqualTo(damaged);

        change(item -> whole.toBuilder());
        assertThat(takes(first, 10)).as("repaired").isTrue();
    }

    /** Each time, not only once. */
    private void told(LimitRepository process, String attribute) {
        for (int again = 0; again < 3; again++) {
            assertThatThrownBy(() -> takes(process, 1))
                    .isInstanceOf(RateLimiterUnavailableException.class)
                    .hasMessageContaining(store.traits().name())
                    .hasMessageContaining(attribute + " is not a whole number")
                    .hasMessageContaining("repair the item or delete it");
        }
    }

    /** What it waits for can't be told from a damaged bucket; not to wait would be to take what is not there. */
    @Test
    void stampDamaged_knownBucket_whoWouldWaitIsTold() {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 59)).isTrue();
        change(item -> item.remove("rf"));

        assertThatThrownBy(() -> first.rateLimiter()
                        .acquire(AcquireRequest.entity("user-1")
                                .resource("gpt-4")
                                .take("rpm", 5)
                                .waitAtMost(Duration.ofSeconds(10))
                                .build()))
                .isInstanceOf(RateLimiterUnavailableException.class)
                .hasMessageContaining("rf is not a whole number");
        told(first, "rf");
    }

    private static boolean took(LimitRepository repository, String entity) {
        return repository.rateLimiter().tryAcquire(request(entity, "rpm", 1)).granted();
    }

    @Test
    void moreLimitsThanFit_saysSo() {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 1)).isTrue();
        change(item -> {
            for (int i = 0; i < 40; i++) {
                for (String suffix : new String[] {"_tk", "_cp", "_ra", "_rp"}) {
                    item.put("b_x" + i + suffix, 1_000);
                }
            }
            return item;
        });
        try (LimitRepository second = repository()) {
            for (int again = 0; again < 2; again++) {
                assertThatThrownBy(() -> takes(second, 1))
                        .isInstanceOf(RateLimiterUnavailableException.class)
                        .hasMessageContaining("42 limits");
            }
        }
    }

    @Test
    void noStamp_saysWhatToDo() {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 1)).isTrue();
        change(item -> item.remove("rf"));
        try (LimitRepository second = repository()) {
            assertThatThrownBy(() -> takes(second, 1))
                    .isInstanceOf(RateLimiterUnavailableException.class)
                    .hasMessageContaining("rf is not a whole number")
                    .hasMessageContaining("delete it");
        }
    }

    @Test
    void limitThatFillsWithinASecond_isNotMadeAnewAtTheNextOne() {
        first.limits().setResourceDefaults("gpt-4", Limit.custom("rpm", 100, 1_000, Duration.ofSeconds(1)));
        clock.advance(Duration.ofMillis(999));
        assertThat(takes(first, 100)).isTrue();
        clock.advance(Duration.ofMillis(1));
        assertThat(takes(first, 2)).isFalse();
        assertThat(takes(first, 1)).isTrue();
    }

    @Test
    void refusalFreshnessOfZero_asksTheStoreOnceAndRefuses() {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        try (LimitRepository strict = RepositoryBuilder.on(store)
                .environment(clock)
                .refusalFreshness(Duration.ZERO)
                .build()) {
            assertThat(takes(strict, 60)).isTrue();
            long reads = strict.statistics().reads();
            assertThat(takes(strict, 1)).isFalse();
            assertThat(strict.statistics().reads()).isEqualTo(reads + 1);
            clock.advance(Duration.ofSeconds(1));
            assertThat(takes(strict, 1)).isTrue();
        }
    }
}
