package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Story.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

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
import java.util.List;
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
    void attributeMissingOrNoNumber_saysWhatToDoAndRewritesNothing(String attribute) {
        first.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 60));
        assertThat(takes(first, 50)).isTrue();
        Item whole = Objects.requireNonNull(store.get(key).join());
        for (Item damaged : List.of(
                whole.toBuilder().remove(attribute).build(),
                whole.toBuilder().put(attribute, "sixty").build())) {
            change(item -> damaged.toBuilder());
            try (LimitRepository second = repository()) {
                assertThatThrownBy(() -> takes(second, 1))
                        .isInstanceOf(RateLimiterUnavailableException.class)
                        .hasMessageContaining(store.traits().name())
                        .hasMessageContaining(attribute + " is not a whole number")
                        .hasMessageContaining("repair the item or delete it");
                assertThat(store.get(key).join()).isEqualTo(damaged);
                takesWhatIsStoredUntilTold(first);
                Item left = Objects.requireNonNull(store.get(key).join());
                assertThat(left.get(attribute)).isEqualTo(damaged.get(attribute));
                assertThat(took(second, "user-2")).as("another bucket").isTrue();
            }
            clock.advance(Duration.ofSeconds(2));
        }
        change(item -> whole.toBuilder());
        assertThat(takes(first, 10)).as("repaired").isTrue();
    }

    /** One that knows the bucket may take what is stored before it needs what is damaged. */
    private static void takesWhatIsStoredUntilTold(LimitRepository process) {
        for (int stored = 10; stored >= 0; stored--) {
            try {
                takes(process, 1);
            } catch (RateLimiterUnavailableException told) {
                assertThat(told).hasMessageContaining("is not a whole number");
                return;
            }
        }
        fail("took more than was stored, and was not told");
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
