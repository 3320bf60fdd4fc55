package dev.zaelimiter.internal.engine.shards;

import dev.zaelimiter.internal.bucket.Shares;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.MultiShardHost;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.internal.schema.ShardTransfer;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads all shards of a bucket in one call, for {@link MultiShardWorker}; their pipelines are told what was seen.
 * Belongs to the one who works the pipeline of the first shard.
 */
final class MultiShardReader {

    private final Engine engine;
    private final BucketPipeline home;
    private final MultiShardHost host;
    private final MultiShardCallSlot calls;

    MultiShardReader(Engine engine, BucketPipeline home, MultiShardHost host, MultiShardCallSlot calls) {
        this.engine = engine;
        this.home = home;
        this.host = host;
        this.calls = calls;
    }

    /** A shard as it was read. */
    record Shard(BucketPipeline pipeline, ShardTransfer.Seen seen) {}

    /** Hears how a reading ended. */
    interface Reading {
        /** All shards that are there, perhaps none. */
        void found(List<Shard> shards, Outbox out);

        /** One of them can't be understood. */
        void damaged(DamagedBucketException damage, Outbox out);

        /** The store gave none. */
        void failed(StoreException failure, Outbox out);
    }

    /** Reads so many shards, and more if one of them knows of more. */
    void read(int count, Reading reading, Outbox out) {
        List<BucketPipeline> shards = new ArrayList<>();
        List<Key> keys = new ArrayList<>();
        for (int shard = 0; shard < count; shard++) {
            shards.add(home.sibling(shard));
            keys.add(shards.get(shard).key());
        }
        engine.telemetry().countRead();
        long began = host.nowNanos();
        calls.await(
                engine.store().batchGet(keys),
                out,
                (items, o) -> arrived(shards, items, began, reading, o),
                reading::failed);
    }

    private void arrived(List<BucketPipeline> shards, Map<Key, Item> items, long began, Reading reading, Outbox out) {
        List<Shard> there = new ArrayList<>();
        int most = shards.size();
        try {
            for (BucketPipeline shard : shards) {
                Item item = items.get(shard.key());
                if (item == null) {
                    shard.forgetImage(out);
                } else {
                    Shard seen = seen(shard, item, began, out);
                    there.add(seen);
                    most = (int) Math.max(most, Math.min(seen.seen.image().shardCount(), Shares.MAX));
                }
            }
        } catch (DamagedBucketException damaged) {
            reading.damaged(damaged, out);
            return;
        }
        if (most > shards.size()) {
            read(most, reading, out);
        } else {
            reading.found(there, out);
        }
    }

    private Shard seen(BucketPipeline shard, Item item, long began, Outbox out) {
        BucketSchema schema = engine.schema(item.layout());
        Shard seen = new Shard(shard, ShardTransfer.Seen.of(item, schema));
        if (shard.shard() == 0) {
            host.saw(item, began);
        } else {
            shard.saw(item, began, out);
        }
        return seen;
    }
}
