package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Objects;

/** A bucket that somebody has divided: each shard with its part of what the bucket held. */
final class Divided {

    private static final String SORT_KEY = "#STATE";

    private Divided() {}

    /** Divides an entity's bucket, which is whole. */
    static void evenly(World world, String entity, String resource, int count) {
        Item whole = Objects.requireNonNull(world.bucket(entity, resource));
        for (int shard = 0; shard < count; shard++) {
            Item.Builder part = Item.builder(key(whole, shard));
            whole.attributes().forEach((name, value) -> {
                if (!name.equals(Item.PK) && !name.equals(Item.SK) && !name.equals("ttl")) {
                    part.put(name, value);
                }
            });
            part.put("shard_count", count);
            for (String name : whole.attributes().keySet()) {
                if (name.startsWith("b_") && name.endsWith("_tk") && !name.equals("b_wcu_tk")) {
                    part.put(name, (whole.whole(name, 0) + count - 1 - shard) / count);
                }
            }
            world.store.write(Write.put(WriteShape.put(null), part.build())).join();
        }
    }

    /** One shard as it is stored. */
    static Item shard(World world, String entity, String resource, int shard) {
        Item home = Objects.requireNonNull(world.bucket(entity, resource));
        return Objects.requireNonNull(world.store.get(key(home, shard)).join());
    }

    private static Key key(Item bucket, int shard) {
        String pk = bucket.key().pk();
        return Key.of(pk.substring(0, pk.lastIndexOf('#') + 1) + shard, SORT_KEY);
    }
}
