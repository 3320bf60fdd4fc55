package dev.zaelimiter.internal.schema;

import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A tiny table of the shards of one bucket, whose transactions are all or nothing. */
final class ShardTable {

    static final Keys KEYS = new Keys("ns");
    static final long STAMP = 1_700_000_000_000L;
    static final long CAP = 100_003;
    static final long PERIOD = 60_000;

    final Map<Key, Item> items = new TreeMap<>((a, b) -> a.pk().compareTo(b.pk()));

    /** A step changes two of many: the others need not be read again. */
    private final IdentityHashMap<Item, BucketImage> images = new IdentityHashMap<>();

    private BucketImage image(Item item) {
        return images.computeIfAbsent(item, each -> seen(each).image());
    }

    static Item.Builder bucket(int shard, long count, long tk) {
        Item.Builder item = Item.builder(KEYS.bucket("e", "r", shard))
                .put("entity_id", "e")
                .put("resource", "r")
                .put("rf", STAMP)
                .put("shard_count", count)
                .put("GSI2PK", "ns/RESOURCE#r")
                .put("GSI2SK", "BUCKET#e#" + shard)
                .put("stranger", "kept");
        BucketSchemaTest.limit(item, "rpm", tk, CAP, CAP, PERIOD);
        return BucketSchemaTest.limit(item, "wcu", 500_000, 1_000_000, 1_000_000, 1_000);
    }

    void put(Item item) {
        items.put(item.key(), item);
    }

    static ShardTransfer.Seen seen(Item item) {
        BucketSchema schema = BucketSchema.of(item.layout());
        return new ShardTransfer.Seen(item, schema, schema.decode(item));
    }

    ShardTransfer.Seen shard(int shard) {
        return seen(Objects.requireNonNull(items.get(KEYS.bucket("e", "r", shard))));
    }

    boolean transact(List<Write> writes) {
        List<@Nullable Item> after = new ArrayList<>();
        for (Write write : writes) {
            Item next = WriteModel.apply(items.get(write.key()), write);
            if (next == null) {
                return false;
            }
            after.add(next);
        }
        for (int w = 0; w < writes.size(); w++) {
            Key key = writes.get(w).key();
            if (writes.get(w).shape().kind() == WriteShape.Kind.DELETE) {
                items.remove(key);
            } else {
                items.put(key, Objects.requireNonNull(after.get(w)));
            }
        }
        return true;
    }

    /** Balances at a time in units of ms x millitokens, remainders included: what must neither grow nor shrink. */
    long total(long now) {
        long total = 0;
        for (Item item : items.values()) {
            BucketImage image = image(item);
            long rm = Math.max(0, image.rm()[0]);
            long gross = image.tk()[0] * PERIOD
                    + rm
                    + image.elapsed(now) * image.rates().ra(0);
            total += Math.min(image.rates().cap(0) * PERIOD, gross);
        }
        return total;
    }

    long capacity() {
        return items.values().stream()
                .mapToLong(item -> image(item).rates().cap(0))
                .sum();
    }
}
