package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.LimitUsage;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.UsageItems;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.testkit.FaultyStore;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An aggregator on a store that fails on demand, at noon, with what it said and kept. */
final class Rig {

    static final Keys KEYS = new Keys("ns1");

    final ManualClock clock = new ManualClock(Instant.ofEpochMilli(Samples.NOON));
    final InMemoryStore below = new InMemoryStore(clock);
    final FaultyStore store = FaultyStore.over(new PartitionedStore(below));
    final List<DeadLetter> letters = Collections.synchronizedList(new ArrayList<>());
    AggregatorSettings settings = AggregatorSettings.defaults();
    DeadLetters keeper = letter -> {
        letters.add(letter);
        return CompletableFuture.completedFuture(null);
    };
    AggregatorListener listener = AggregatorListener.NONE;

    Aggregator aggregator() {
        return Aggregator.builder(store, clock)
                .settings(settings)
                .deadLetters(keeper)
                .listener(listener)
                .build();
    }

    /** A new aggregator does a batch; it must end within two minutes, whatever happens. */
    BatchOutcome process(String streamShard, ChangeRecord... changes) {
        return process(aggregator(), streamShard, List.of(changes));
    }

    BatchOutcome process(Aggregator aggregator, String streamShard, List<ChangeRecord> changes) {
        CompletableFuture<BatchOutcome> outcome = aggregator.process(new StreamBatch(streamShard, changes));
        assertThat(clock.await(outcome, Duration.ofMinutes(2).toNanos())).isTrue();
        return outcome.join();
    }

    /** A take of tokens from a bucket that has counted some before. */
    static ChangeRecord take(long sequence, String entity, long before, long tokens) {
        return take(sequence, entity, before, tokens, Samples.NOON);
    }

    static ChangeRecord take(long sequence, String entity, long before, long tokens, long atMillis) {
        return new ChangeRecord(
                KEYS.bucket(entity, "gpt-4", 0),
                bucket(entity, 90_000, before * 1000),
                bucket(entity, 80_000, (before + tokens) * 1000),
                false,
                BigInteger.valueOf(sequence),
                atMillis);
    }

    static Item bucket(String entity, long tokens, long counter) {
        return under(
                KEYS.bucket(entity, "gpt-4", 0), Samples.bucket(tokens, counter).build());
    }

    /** The same item under another key. */
    static Item under(Key key, Item item) {
        Item.Builder other = Item.builder(key);
        item.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK)) {
                other.put(name, value);
            }
        });
        return other.build();
    }

    void put(Item item) {
        below.write(Write.put(WriteShape.put((Condition) null), item)).join();
    }

    @Nullable
    Item usageItem(String entity, UsageWindow window) {
        Instant start = window.start(Instant.ofEpochMilli(Samples.NOON));
        return below.get(UsageItems.key(KEYS, entity, "gpt-4", window, start)).join();
    }

    /** What is counted of {@code rpm} in the window that holds noon. */
    UsageAmount counted(String entity, UsageWindow window) {
        return Optional.ofNullable(usageItem(entity, window))
                .map(UsageItems::decode)
                .map(UsageRecord::limits)
                .map(limits -> limits.get("rpm"))
                .map(LimitUsage::consumed)
                .orElse(UsageAmount.NONE);
    }

    void assertCounted(String entity, long tokens) {
        assertThat(counted(entity, UsageWindow.HOURLY)).isEqualTo(new UsageAmount(tokens, 0));
        assertThat(counted(entity, UsageWindow.DAILY)).isEqualTo(new UsageAmount(tokens, 0));
    }
}
