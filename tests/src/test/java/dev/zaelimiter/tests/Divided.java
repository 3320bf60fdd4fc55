package dev.zaelimiter.tests;

import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.Objects;
import java.util.stream.IntStream;

/** A bucket that somebody has divided: each shard with its part of what the bucket held. */
final class Divided {

    private static final String SORT_KEY = "#STATE";

    private Divided() {}

    /** A bucket of {@code rpm}, 100 a minute, with some taken and then divided evenly. */
    static void ofHundred(Fleet fleet, LimitRepository process, String entity, int count, int taken) {
        process.limits().setResourceDefaults(Requests.RESOURCE, Limit.perMinute("rpm", 100));
        if (!Requests.took(process, entity, "rpm", 1)) {
            throw new AssertionError("a new bucket is full");
        }
        Item whole = Objects.requireNonNull(fleet.bucket(entity, Requests.RESOURCE));
        put(fleet, whole.toBuilder().put("b_rpm_tk", 1_000L * (100 - taken)).build());
        evenly(fleet, entity, Requests.RESOURCE, count);
    }

    /** What all shards hold of {@code rpm} as they are stored, in millitokens. */
    static long stored(Fleet fleet, String entity, int count) {
        return IntStream.range(0, count)
                .mapToLong(
                        shard -> shard(fleet, entity, Requests.RESOURCE, shard).whole("b_rpm_tk", 0))
                .sum();
    }

    /** Stores an item as it is. */
    static void put(Fleet fleet, Item item) {
        fleet.store.write(Write.put(WriteShape.put(null), item)).join();
    }

    /** Divides an entity's bucket, which is whole. */
    static void evenly(Fleet fleet, String entity, String resource, int count) {
        Item whole = Objects.requireNonNull(fleet.bucket(entity, resource));
        for (int shard = 0; shard < count; shard++) {
            Item.Builder part = copy(whole, shard).put("shard_count", count);
            for (String name : whole.attributes().keySet()) {
                if (name.startsWith("b_") && name.endsWith("_tk") && !name.equals("b_wcu_tk")) {
                    part.put(name, (whole.whole(name, 0) + count - 1 - shard) / count);
                }
            }
            put(fleet, part.build());
        }
    }

    /** Stores what one shard holds of a limit, in millitokens. */
    static void hold(Fleet fleet, String entity, int shard, String limit, long milli) {
        put(
                fleet,
                shard(fleet, entity, Requests.RESOURCE, shard).toBuilder()
                        .put("b_" + limit + "_tk", milli)
                        .build());
    }

    /** Divides one of so many shards once more. */
    static void half(Fleet fleet, String entity, int count, int shard) {
        Item lower = shard(fleet, entity, Requests.RESOURCE, shard);
        for (int half : new int[] {shard, shard + count}) {
            Item.Builder part = copy(lower, half).put("shard_count", 2L * count);
            for (String name : lower.attributes().keySet()) {
                if (name.startsWith("b_") && name.endsWith("_tk") && !name.equals("b_wcu_tk")) {
                    part.put(name, lower.whole(name, 0) / 2);
                }
            }
            put(fleet, part.build());
        }
    }

    private static Item.Builder copy(Item bucket, int shard) {
        Item.Builder copy = Item.builder(key(bucket, shard));
        bucket.attributes().forEach((name, value) -> {
            if (!name.equals(Item.PK) && !name.equals(Item.SK) && !name.equals("ttl")) {
                copy.put(name, value);
            }
        });
        return copy;
    }

    /** One shard as it is stored. */
    static Item shard(Fleet fleet, String entity, String resource, int shard) {
        Item home = Objects.requireNonNull(fleet.bucket(entity, resource));
        return Objects.requireNonNull(fleet.store.get(key(home, shard)).join());
    }

    private static Key key(Item bucket, int shard) {
        String pk = bucket.key().pk();
        return Key.of(pk.substring(0, pk.lastIndexOf('#') + 1) + shard, SORT_KEY);
    }
}
