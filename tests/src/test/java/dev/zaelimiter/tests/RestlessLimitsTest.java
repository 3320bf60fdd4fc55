package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Stored limits that are others each time they are read, while a limit is to be taken out of a bucket: two readings
 * never say the same. One acquire read 20,000 times.
 */
class RestlessLimitsTest {

    private static final Limit RPM = Limit.perMinute("rpm", 1000);
    private static final Limit DAILY = Limit.perDay("daily", 100);

    /** Says one of two things of a level, in turn. */
    private static final class Alternating extends ForwardingStore {
        private Key level;
        private Item[] says = {};
        private long reads;

        Alternating(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            if (!keys.contains(level)) {
                return super.batchGet(keys);
            }
            Map<Key, Item> read = new HashMap<>(super.batchGet(keys).join());
            read.put(level, says[(int) (reads++ % says.length)]);
            return CompletableFuture.completedFuture(read);
        }
    }

    private Alternating alternating;
    private final Fleet fleet = new Fleet(clock -> {
        alternating = new Alternating(new InMemoryStore(clock));
        return alternating;
    });
    private final LimitRepository operator = fleet.process();
    private final LimitRepository process = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    private void begin() {
        operator.limits().setResourceDefaults(RESOURCE, RPM, DAILY);
        assertThat(took(process, take("a", "rpm", 1, "daily", 30))).isTrue();
        Key level = fleet.changes().stream()
                .map(ChangeRecord::key)
                .filter(key -> key.pk().endsWith("/RESOURCE#" + RESOURCE))
                .findFirst()
                .orElseThrow();
        alternating.says = new Item[] {stored(level, 7), stored(level, 8)};
        alternating.level = level;
        fleet.seconds(61);
    }

    private Item stored(Key level, long anHour) {
        operator.limits().setResourceDefaults(RESOURCE, RPM, Limit.perHour("rph", anHour));
        return alternating.store.get(level).join();
    }

    @ParameterizedTest
    @ValueSource(strings = {"rpm", "rph"})
    void acquire_eachReadingSaysSomethingElse_readsAFewTimesAndThenOnceASecond(String asked) {
        begin();
        for (int i = 0; i < 5; i++) {
            long before = alternating.reads;
            process.asyncRateLimiter().tryAcquire(take("a", asked, 1));
            assertThat(alternating.reads - before).as("acquire %d", i).isLessThan(7);
        }
        long before = alternating.reads;
        List<CompletableFuture<Decision>> answers = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            fleet.millis(100);
            answers.add(process.asyncRateLimiter().tryAcquire(take("a", asked, 1)));
        }
        assertThat(alternating.reads - before).as("in ten seconds").isBetween(1L, 25L);
        fleet.seconds(5);
        assertThat(answers).as("after their deadline").allMatch(CompletableFuture::isDone);
    }

    @Test
    void acquire_readingsSayTheSameInTheEnd_theLimitIsTakenOut() {
        begin();
        for (int i = 0; i < 5; i++) {
            assertThat(took(process, "a", "rpm", 1)).isTrue();
        }
        assertThat(fleet.bucket("a", RESOURCE).has("b_daily_tk")).isTrue();

        alternating.level = null;
        fleet.seconds(61);
        for (int i = 0; i < 5; i++) {
            assertThat(took(process, "a", "rpm", 1)).isTrue();
            fleet.seconds(2);
        }
        assertThat(fleet.bucket("a", RESOURCE).has("b_daily_tk")).isFalse();
        assertThat(fleet.bucket("a", RESOURCE).has("b_rph_tk")).isTrue();
    }
}
