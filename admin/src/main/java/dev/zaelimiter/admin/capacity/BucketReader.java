package dev.zaelimiter.admin.capacity;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketLayout;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.bucket.Rates;
import dev.zaelimiter.internal.schema.BucketSchema;
import dev.zaelimiter.internal.schema.DamagedBucketException;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Makes a view of the items of a bucket. Pure. */
final class BucketReader {

    private BucketReader() {}

    static BucketView read(String entity, String resource, List<Item> shards, long now) {
        List<BucketImage> images = new ArrayList<>();
        try {
            shards.forEach(item -> images.add(BucketSchema.of(item.layout()).decode(item)));
        } catch (DamagedBucketException damaged) {
            return new BucketView(
                    entity,
                    resource,
                    Optional.empty(),
                    List.of(),
                    List.of(),
                    Optional.empty(),
                    Optional.of(String.valueOf(damaged.getMessage())));
        }
        images.sort(Comparator.comparingInt(BucketImage::shard));
        BucketImage first = images.get(0);
        return new BucketView(
                entity,
                resource,
                first.cascade() ? Optional.ofNullable(first.parent()) : Optional.empty(),
                limits(images, now),
                images.stream().map(image -> shard(image, now)).toList(),
                first.ttl() == 0 ? Optional.empty() : Optional.of(Instant.ofEpochSecond(first.ttl())),
                Optional.empty());
    }

    private static List<LimitView> limits(List<BucketImage> images, long now) {
        Map<String, long[]> sums = new TreeMap<>();
        Map<String, Limit> limits = new HashMap<>();
        for (BucketImage image : images) {
            for (int i = 0; i < image.layout().size(); i++) {
                if (i != image.layout().wcu()) {
                    String name = image.layout().name(i);
                    limits.putIfAbsent(name, limit(name, image.stored(), i));
                    long[] sum = sums.computeIfAbsent(name, absent -> new long[2]);
                    sum[0] = BucketMath.plus(sum[0], image.balance(i, image.rates(), now));
                    sum[1] = BucketMath.plus(sum[1], image.tc()[i]);
                }
            }
        }
        List<LimitView> views = new ArrayList<>();
        sums.forEach((name, sum) -> {
            Limit limit = limits.get(name);
            if (limit != null) {
                views.add(new LimitView(limit, tokens(sum[0]), tokens(sum[1])));
            }
        });
        return views;
    }

    private static ShardView shard(BucketImage image, long now) {
        BucketLayout layout = image.layout();
        Map<String, Long> available = new TreeMap<>();
        for (int i = 0; i < layout.size(); i++) {
            if (i != layout.wcu()) {
                available.put(layout.name(i), tokens(image.balance(i, image.rates(), now)));
            }
        }
        long units = layout.wcu() < 0 ? 0 : tokens(image.balance(layout.wcu(), image.rates(), now));
        return new ShardView(image.shard(), image.shardCount(), Instant.ofEpochMilli(image.rf()), available, units);
    }

    /** Another system may store numbers that no limit of ours could have: shown as the nearest that can be. */
    private static Limit limit(String name, Rates stored, int i) {
        return Limit.custom(
                name,
                Math.min(Limit.MAX_AMOUNT, tokens(stored.cap(i))),
                Math.max(1, Math.min(Limit.MAX_AMOUNT, tokens(stored.ra(i)))),
                Duration.ofSeconds(Math.max(1, tokens(stored.rp(i)))));
    }

    private static long tokens(long milli) {
        return Math.floorDiv(milli, BucketMath.MILLI);
    }
}
