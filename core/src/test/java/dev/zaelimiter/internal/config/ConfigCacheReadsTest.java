package dev.zaelimiter.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Reads under way: who shares them, and what of them no longer counts when they end. */
class ConfigCacheReadsTest {

    private static final Keys KEYS = ReadStub.KEYS;
    private static final ConfigKeys LEVELS = ConfigKeys.of(KEYS, "e", "r");
    private static final Limit RPM = Limit.perMinute("rpm", 10);
    private static final Limit TPM = Limit.perMinute("tpm", 20);

    private final ManualClock clock = new ManualClock();
    private final ReadStub store = new ReadStub();
    private final ConfigCache cache = new ConfigCache(
            store, clock, LimiterListener.NONE, Duration.ofSeconds(60).toNanos(), 1_000);

    private Resolution load(long after) {
        return cache.resolve(LEVELS, after).join();
    }

    @Test
    void resolve_atOnce_sharesOneReadPerKey() {
        store.holdBack = true;
        CompletableFuture<Resolution> one = cache.resolve(LEVELS, -1);
        CompletableFuture<Resolution> two = cache.resolve(LEVELS, -1);
        CompletableFuture<Resolution> other = cache.resolve(ConfigKeys.of(KEYS, "e", "other"), -1);
        assertThat(store.asked).hasSize(2);
        assertThat(store.asked.get(1).keys())
                .as("only what is not under way")
                .containsExactlyInAnyOrder(KEYS.entityConfig("e", "other"), KEYS.resourceConfig("other"));
        store.answer(store.asked.get(0));
        assertThat(one).isCompleted();
        assertThat(two).isCompleted();
        assertThat(other).isNotCompleted();
        store.answer(store.asked.get(1));
        assertThat(other).isCompleted();
    }

    @Test
    void resolve_afterAMark_doesNotJoinAnEarlierRead() {
        store.holdBack = true;
        CompletableFuture<Resolution> early = cache.resolve(LEVELS, -1);
        long mark = cache.mark();
        CompletableFuture<Resolution> late = cache.resolve(LEVELS, mark);
        assertThat(store.asked).hasSize(2);
        store.put(KEYS.systemConfig(), ReadStub.stored(RPM));
        store.answer(store.asked.get(1));
        assertThat(late.join().oldestRead()).isGreaterThan(mark);
        assertThat(late.join().limits()).containsExactly(RPM);
        store.items.clear();
        store.answer(store.asked.get(0));
        assertThat(early).isCompleted();
        assertThat(cache.peek(LEVELS).limits())
                .as("an earlier read that ends later replaces nothing")
                .containsExactly(RPM);
        store.holdBack = false;
        assertThat(load(mark).limits()).as("cached, and late enough").containsExactly(RPM);
        assertThat(store.asked).hasSize(2);
        load(cache.mark());
        assertThat(store.asked).hasSize(3);
    }

    @Test
    void stored_byThisProcess_winsOverAReadUnderWay() {
        store.holdBack = true;
        CompletableFuture<Resolution> reading = cache.resolve(LEVELS, -1);
        long generation = cache.generation();
        cache.stored(KEYS.systemConfig(), ReadStub.stored(TPM), cache.mark());
        assertThat(cache.generation()).isGreaterThan(generation);
        store.answer(store.asked.get(0));
        assertThat(reading.join().limits()).isEmpty();
        assertThat(reading.join().generation()).as("resolved before the change").isEqualTo(generation);
        assertThat(cache.peek(LEVELS).limits()).containsExactly(TPM);
    }

    @Test
    void stored_whileAnotherWasStored_isReadToKnowWhichWasLater() {
        load(-1);
        long first = cache.mark();
        long second = cache.mark();
        // The first was written first, and its thread comes back last.
        store.put(KEYS.systemConfig(), ReadStub.stored(RPM));
        cache.stored(KEYS.systemConfig(), ReadStub.stored(RPM), second);
        cache.stored(KEYS.systemConfig(), ReadStub.stored(TPM), first);
        assertThat(cache.peek(LEVELS)).isNull();
        assertThat(load(-1).limits()).containsExactly(RPM);
        assertThat(cache.peek(LEVELS).limits()).containsExactly(RPM);
    }

    @Test
    void forget_aLevel_isNotKnownAgainByAReadThatBeganBefore() {
        store.holdBack = true;
        CompletableFuture<Resolution> reading = cache.resolve(LEVELS, -1);
        cache.forget(KEYS.systemConfig());
        store.answer(store.asked.get(0));
        assertThat(reading).isCompleted();
        assertThat(cache.peek(LEVELS)).isNull();
        assertThat(cache.notFresh(LEVELS)).containsExactly(KEYS.systemConfig());
    }

    @Test
    void forget_aLevel_isNotResolvedByAReadThatBeganBefore() {
        store.holdBack = true;
        CompletableFuture<Resolution> before = cache.resolve(LEVELS, -1);
        cache.forget(KEYS.systemConfig());
        CompletableFuture<Resolution> after = cache.resolve(LEVELS, -1);
        store.answer(store.asked.get(0));
        assertThat(before).isCompleted();
        store.put(KEYS.systemConfig(), ReadStub.stored(RPM));
        assertThat(store.asked).hasSize(2);
        store.answer(store.asked.get(1));
        assertThat(after.join().limits()).containsExactly(RPM);
        assertThat(cache.peek(LEVELS).limits()).containsExactly(RPM);
    }

    @Test
    void forget_aLevel_isReadAgain() {
        load(-1);
        long generation = cache.generation();
        cache.forget(KEYS.resourceConfig("r"));
        assertThat(cache.generation()).isGreaterThan(generation);
        assertThat(cache.notFresh(LEVELS)).containsExactly(KEYS.resourceConfig("r"));
        load(-1);
        assertThat(store.asked.get(1).keys()).containsExactly(KEYS.resourceConfig("r"));
    }

    @Test
    void offer_whatWasReadElsewhere_countsFromWhenThatReadBegan() {
        long read = cache.beginRead();
        long began = clock.monotonicNanos();
        clock.advance(Duration.ofSeconds(10));
        for (Key key : LEVELS.all()) {
            cache.offer(key, null, read, began);
        }
        assertThat(cache.peek(LEVELS).freshUntilNanos())
                .isEqualTo(Duration.ofSeconds(60).toNanos());
        assertThat(cache.peek(LEVELS).oldestRead()).isEqualTo(read);
        assertThat(cache.statistics().loads()).isEqualTo(4);
    }
}
