package dev.zaelimiter.internal.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Limit;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.KnownLevels.Entry;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Key;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Levels that hold nothing are told together: what is known of each is as if it were kept alone. */
class KnownLevelsTest {

    private static final Keys KEYS = ReadStub.KEYS;
    private static final long TTL_NANOS = 1_000_000_000;

    private final ManualClock clock = new ManualClock();
    private final KnownLevels known = new KnownLevels(clock, TTL_NANOS, 1_000_000);

    private static List<Key> keys(int entities, int resources) {
        List<Key> keys = new ArrayList<>();
        for (int entity = 0; entity < entities; entity++) {
            Key record = KEYS.meta("e" + entity);
            keys.add(record);
            keys.add(KEYS.entityConfig(record, Keys.DEFAULT_RESOURCE));
            for (int resource = 0; resource < resources; resource++) {
                keys.add(KEYS.entityConfig(record, "r" + resource));
            }
        }
        return keys;
    }

    private Entry drawn(Key key, long read, SplittableRandom random) {
        long atNanos = clock.monotonicNanos();
        if (random.nextInt(4) > 0) {
            return Entry.ofNothing(key, read, atNanos);
        }
        return EntityItems.isRecord(key)
                ? Entry.ofRecord(new Lineage("p", true, 1L, "i"), read, atNanos)
                : Entry.ofLevel(ReadStub.stored(Limit.perMinute("rpm", 1 + random.nextInt(5))), read, atNanos);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void keep_readsInAnyOrder_eachLevelIsKnownAsIfItWereAlone(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<Key> keys = keys(3, seed % 2 == 0 ? 2 : 12);
        Map<Key, Entry> model = new HashMap<>();
        long read = 10;
        for (int step = 0; step < 5000; step++) {
            clock.advance(Duration.ofNanos(random.nextInt(3)));
            Key key = keys.get(random.nextInt(keys.size()));
            read += random.nextInt(2);
            switch (random.nextInt(8)) {
                case 0 -> {
                    known.forget(key, read);
                    Entry unknown = new Entry(LevelItem.NOTHING, null, read, clock.monotonicNanos(), false);
                    model.merge(key, unknown, KnownLevelsTest::later);
                }
                case 1 -> {
                    long before = read - random.nextInt(4);
                    LevelItem stored = random.nextBoolean() ? LevelItem.NOTHING : ReadStub.stored();
                    if (!EntityItems.isRecord(key)) {
                        known.stored(key, stored, read, before);
                        Entry old = model.get(key);
                        boolean unsure = old != null && old.read() > before;
                        model.put(
                                key,
                                unsure
                                        ? new Entry(
                                                LevelItem.NOTHING,
                                                null,
                                                Math.max(old.read(), read),
                                                clock.monotonicNanos(),
                                                false)
                                        : Entry.ofLevel(stored, read, clock.monotonicNanos()));
                    }
                }
                default -> {
                    long number = read - random.nextInt(6);
                    for (Key each : random.nextBoolean() ? List.of(key) : keys) {
                        Entry entry = drawn(each, number, random);
                        known.keep(each, entry);
                        model.merge(each, entry, KnownLevelsTest::later);
                    }
                }
            }
            for (Key each : keys) {
                assertThat(known.lastHeard(each))
                        .as("seed %d, step %d, %s", seed, step, each)
                        .isEqualTo(model.get(each));
            }
            assertThat(known.size()).isEqualTo(model.size());
        }
    }

    private static Entry later(Entry old, Entry fresh) {
        return fresh.read() >= old.read() ? fresh : old;
    }

    @Test
    void keep_moreLevelsThanAreTold_areForgottenAndCounted() {
        KnownLevels few = new KnownLevels(clock, TTL_NANOS, 40);
        for (Key key : keys(1000, 1)) {
            few.keep(key, Entry.ofNothing(key, 1, 0));
        }

        long left =
                keys(1000, 1).stream().filter(key -> few.lastHeard(key) != null).count();
        assertThat(left).isBetween(3L, 100L);
        assertThat(few.size()).isEqualTo(left);
    }

    /** Each thread keeps reads with numbers of its own: at the end the highest of each level is known. */
    @Test
    void keep_manyThreads_theLatestReadStays() {
        List<Key> keys = keys(2, 3);
        List<CompletableFuture<Void>> threads = IntStream.range(0, 4)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> {
                    SplittableRandom random = new SplittableRandom(thread);
                    for (int round = 0; round < 20_000; round++) {
                        Key key = keys.get(random.nextInt(keys.size()));
                        long number = round * 4L + thread;
                        known.keep(key, drawn(key, number, random));
                        Entry now = Objects.requireNonNull(known.lastHeard(key));
                        assertThat(now.read()).isGreaterThanOrEqualTo(number);
                    }
                    for (Key key : keys) {
                        known.keep(key, drawn(key, 1_000_000 + thread, random));
                    }
                }))
                .toList();
        threads.forEach(CompletableFuture::join);

        assertThat(keys)
                .allSatisfy(key -> assertThat(
                                Objects.requireNonNull(known.lastHeard(key)).read())
                        .isEqualTo(1_000_003));
        assertThat(known.size()).isEqualTo(keys.size());
    }
}
