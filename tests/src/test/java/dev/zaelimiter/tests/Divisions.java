package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Divides the one bucket of a store and makes it whole again, as an aggregator does, while others use it. One thread
 * acts; any may ask how often a shard was divided.
 */
final class Divisions {

    /** Few, so that each has lanes. */
    private static final int MOST = 4;

    private final WatchedMemory store;
    private final Environment environment;
    private final SplittableRandom random;
    private final AtomicInteger splits = new AtomicInteger();

    Divisions(WatchedMemory store, Environment environment, long seed) {
        this.store = store;
        this.environment = environment;
        this.random = new SplittableRandom(seed);
    }

    /** How often a shard was divided. */
    int splits() {
        return splits.get();
    }

    /** Divides a shard, or makes one of two, if there is one yet and nobody writes it meanwhile. */
    void act() {
        Item drawn = shard(random.nextInt(MOST));
        Item lower = drawn == null ? shard(0) : drawn;
        if (lower == null) {
            return;
        }
        ShardTransfer.Seen seen = ShardTransfer.Seen.of(lower);
        long count = seen.image().shardCount();
        if (count < 2 || (count < MOST && random.nextBoolean())) {
            Keys keys = new Keys(lower.key().pk().substring(0, lower.key().pk().indexOf('/')));
            splits.addAndGet(lands(ShardTransfer.split(keys, seen, environment.wallMillis(), wid())) ? 1 : 0);
            return;
        }
        Item upper = count < 2 ? null : shard((int) (seen.image().shard() + count / 2));
        if (upper == null) {
            return;
        }
        ShardTransfer.Seen above = ShardTransfer.Seen.of(upper);
        if (ShardTransfer.pair(seen, above)) {
            lands(ShardTransfer.merge(seen, above, environment.wallMillis(), wid()));
        }
    }

    /** What all shards hold in an attribute. */
    long sum(String attribute) {
        return IntStream.range(0, MOST)
                .mapToObj(this::shard)
                .mapToLong(shard -> shard == null ? 0 : shard.whole(attribute, 0))
                .sum();
    }

    private @Nullable Item shard(int number) {
        Key any = store.lastBucket();
        int stroke = any.pk().lastIndexOf('#');
        return stroke < 0
                ? null
                : store.get(Key.of(any.pk().substring(0, stroke + 1) + number, any.sk()))
                        .join();
    }

    private boolean lands(List<Write> writes) {
        return store.transact(writes, Long.toHexString(wid())).join() instanceof TransactionResult.Committed;
    }

    private long wid() {
        return random.nextLong(1, Long.MAX_VALUE);
    }
}
