package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** Divides buckets and makes them whole again, as it comes: any shard, at any time, on what it saw a while ago. */
final class RandomDivisions {

    private static final int MOST = 32;

    private final Oracle oracle;
    private final Host host;
    private final ItemStore store;
    private final SplittableRandom random;
    private final boolean thereAndBack;
    private boolean back;

    RandomDivisions(Oracle oracle, Host host, ItemStore store, SplittableRandom random, boolean thereAndBack) {
        this.thereAndBack = thereAndBack;
        this.oracle = oracle;
        this.host = host;
        this.store = store;
        this.random = random;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it shows in the store
    void act() {
        List<Key> homes = oracle.landings().homes();
        if (homes.isEmpty()) {
            return;
        }
        Key home = homes.get(random.nextInt(homes.size()));
        List<Key> keys = new ArrayList<>();
        for (int shard = 0; shard < MOST; shard++) {
            String pk = home.pk();
            keys.add(Key.of(pk.substring(0, pk.lastIndexOf('#') + 1) + shard, home.sk()));
        }
        store.batchGet(keys).thenAccept(items -> transfer(keys, items));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it shows in the store
    private void transfer(List<Key> keys, Map<Key, Item> items) {
        if (thereAndBack) {
            tour(keys, items);
            return;
        }
        Item lower = items.get(keys.get(random.nextInt(MOST)));
        lower = lower == null || random.nextBoolean() ? items.get(keys.get(0)) : lower;
        if (lower == null) {
            return;
        }
        List<Write> writes = random.nextInt(5) < 3 ? split(lower) : merge(lower, keys, items);
        if (writes != null) {
            store.transact(writes, Long.toHexString(random.nextLong()));
        }
    }

    /**
     * Divides the shard with the smallest count, until there are as many as there can be; then makes one of two, the
     * last ones first.
     */
    @SuppressWarnings("FutureReturnValueIgnored") // what becomes of it shows in the store
    private void tour(List<Key> keys, Map<Key, Item> items) {
        back |= items.size() == MOST;
        Comparator<Item> byCount = Comparator.comparingLong(item -> item.whole("shard_count", 1));
        List<Item> shards = new ArrayList<>();
        keys.forEach(key -> {
            if (items.containsKey(key)) {
                shards.add(items.get(key));
            }
        });
        if (shards.isEmpty()) {
            return;
        }
        List<Write> writes = null;
        if (!back) {
            writes = split(Collections.min(shards, byCount));
        } else if (shards.size() > 1) {
            Item upper = Collections.max(shards, byCount.thenComparing(item -> KeyReader.shard(item.key())));
            int lower = (int) (KeyReader.shard(upper.key()) - upper.whole("shard_count", 1) / 2);
            Item below = lower < 0 ? null : items.get(keys.get(lower));
            writes = below == null ? null : merge(below, keys, items);
        }
        if (writes != null) {
            store.transact(writes, Long.toHexString(random.nextLong()));
        }
    }

    private @Nullable List<Write> split(Item item) {
        ShardTransfer.Seen seen = ShardTransfer.Seen.of(item);
        if (seen.image().shardCount() >= MOST) {
            return null;
        }
        String pk = item.key().pk();
        Keys namespace = new Keys(pk.substring(0, pk.indexOf('/')));
        return ShardTransfer.split(namespace, seen, host.wallMillis(), wid());
    }

    private @Nullable List<Write> merge(Item item, List<Key> keys, Map<Key, Item> items) {
        ShardTransfer.Seen lower = ShardTransfer.Seen.of(item);
        int other = (int) (lower.image().shard() + lower.image().shardCount() / 2);
        Item upper = other < MOST ? items.get(keys.get(other)) : null;
        if (upper == null || lower.image().shardCount() < 2) {
            return null;
        }
        ShardTransfer.Seen above = ShardTransfer.Seen.of(upper);
        return ShardTransfer.pair(lower, above) ? ShardTransfer.merge(lower, above, host.wallMillis(), wid()) : null;
    }

    private long wid() {
        return random.nextLong(1, Long.MAX_VALUE);
    }
}
