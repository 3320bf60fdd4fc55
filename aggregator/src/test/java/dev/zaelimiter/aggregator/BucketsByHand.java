package dev.zaelimiter.aggregator;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.bucket.Counters;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What an operator, or damage, does to buckets behind the limiter's back. */
final class BucketsByHand {

    private final ItemStore store;
    private final Keys keys;
    private final ManualClock clock;

    BucketsByHand(ItemStore store, Keys keys, ManualClock clock) {
        this.store = store;
        this.keys = keys;
        this.clock = clock;
    }

    /** Puts the counters near the end of their range; false if there is no bucket. */
    boolean turnCounter(String entity, String resource, SplittableRandom random) {
        Item item = store.get(keys.bucket(entity, resource, 0)).join();
        if (item == null) {
            return false;
        }
        Item.Builder high = item.toBuilder();
        item.attributes().keySet().stream()
                .filter(name -> name.startsWith("b_") && name.endsWith("_tc") && !name.contains("wcu"))
                .forEach(name -> high.put(name, Counters.TURN - random.nextInt(1, 50_000)));
        store.write(Write.put(WriteShape.put(null), high.build())).join();
        return true;
    }

    /** Divides one of its shards, or makes two of them one again. */
    void divideOrMerge(String entity, String resource, SplittableRandom random) {
        List<Key> all = new ArrayList<>();
        for (int shard = 0; shard < 8; shard++) {
            all.add(keys.bucket(entity, resource, shard));
        }
        Map<Key, Item> items = store.batchGet(all).join();
        Item item = items.get(all.get(random.nextInt(8)));
        if (item == null) {
            return;
        }
        ShardTransfer.Seen seen = ShardTransfer.Seen.of(item);
        long count = seen.image().shardCount();
        long id = random.nextLong(1, Long.MAX_VALUE);
        if (count < 8 && random.nextInt(3) > 0) {
            store.transact(ShardTransfer.split(keys, seen, clock.wallMillis(), id), Long.toHexString(id))
                    .join();
            return;
        }
        int above = (int) (seen.image().shard() + count / 2);
        Item upper = count < 2 || above >= 8 ? null : items.get(all.get(above));
        if (upper != null && ShardTransfer.pair(seen, ShardTransfer.Seen.of(upper))) {
            store.transact(
                            ShardTransfer.merge(seen, ShardTransfer.Seen.of(upper), clock.wallMillis(), id),
                            Long.toHexString(id))
                    .join();
        }
    }
}
