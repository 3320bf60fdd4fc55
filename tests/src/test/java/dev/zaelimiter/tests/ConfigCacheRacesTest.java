package dev.zaelimiter.tests;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.config.ConfigCache;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.config.Resolution;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The cache of the configuration alone, called from several threads in thousands of random interleavings. */
@Tag("extended")
@Tag("races")
class ConfigCacheRacesTest {

    private static final Keys KEYS = new Keys("races");
    private static final ConfigKeys LEVELS = ConfigKeys.of(KEYS, "e", "r");
    private static final Key LEVEL = LEVELS.keys().get(0);

    private static StressOptions options() {
        return new StressOptions()
                .iterations(Integer.getInteger("races.iterations", 3))
                .invocationsPerIteration(2_000)
                .threads(3)
                .actorsPerThread(3)
                .actorsBefore(1)
                .actorsAfter(2);
    }

    @Test
    @DisplayName("a read that begins after a mark sees whatever was stored before it, also if it joins another one")
    void readsAfterAMark_areLinearizable() {
        options().check(FreshReads.class);
    }

    @Test
    @DisplayName("what this process stores is what it then finds, whoever else stores, forgets or reads")
    void storedAndForgotten_areLinearizable() {
        options().check(OwnChanges.class);
    }

    private static Item item(LevelItem level) {
        return Objects.requireNonNull(ConfigItems.replacement(KEYS, LEVEL, null, null, null, level));
    }

    private static LevelItem level(long capacity) {
        return new LevelItem(List.of(Limit.perMinute("n", capacity)), Set.of(), null, null, 1, null, null);
    }

    private static long capacity(@Nullable Resolution resolution) {
        return resolution == null || resolution.limits().isEmpty()
                ? 0
                : resolution.limits().get(0).capacity();
    }

    private static ConfigCache cache(InMemoryStore store) {
        return new ConfigCache(
                store,
                new ManualClock(),
                new LimiterListener() {},
                Duration.ofMinutes(1).toNanos(),
                100);
    }

    /** Others change the level in the store; each read must be as good as one of the store's own. */
    public static final class FreshReads {
        private final InMemoryStore store = new InMemoryStore(new ManualClock());
        private final ConfigCache cache = cache(store);

        /** Another process stores the level. */
        @Operation
        public void change(int capacity) {
            store.write(Write.put(WriteShape.put(null), item(level(1 + Math.abs(capacity)))))
                    .join();
        }

        /** What it is now. */
        @Operation
        public long read() {
            return capacity(cache.resolve(LEVELS, cache.mark()).join());
        }
    }

    /** This process changes the level itself, in several threads. */
    public static final class OwnChanges {
        private final InMemoryStore store = new InMemoryStore(new ManualClock());
        private final ConfigCache cache = cache(store);

        /** Stores the level, and says so to the cache. */
        @Operation
        public void change(int capacity) {
            LevelItem level = level(1 + Math.abs(capacity));
            long mark = cache.mark();
            store.write(Write.put(WriteShape.put(null), item(level))).join();
            cache.stored(LEVEL, level, mark);
        }

        /** Nobody knows what is stored. */
        @Operation
        public void forget() {
            cache.forget(LEVEL);
        }

        /** What is known, or else what is read, as an acquire finds it. */
        @Operation
        public long find() {
            Resolution known = cache.peek(LEVELS);
            return capacity(known == null ? cache.resolve(LEVELS, -1).join() : known);
        }
    }
}
