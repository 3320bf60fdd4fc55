package dev.zaelimiter.dashboard;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.LimitView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The buckets of an entity, up to a number of them. */
final class EntityReading implements Reading {

    private final Administration admin;
    private final String entity;
    private final int most;
    private final Rates rates;

    EntityReading(Administration admin, String entity, int most, Rates rates) {
        this.admin = admin;
        this.entity = entity;
        this.most = most;
        this.rates = rates;
    }

    @Override
    public Seen read() {
        rates.begin();
        List<Map<String, @Nullable Object>> buckets = new ArrayList<>();
        long shards = 0;
        boolean more = false;
        try (Stream<BucketView> all = admin.buckets().ofEntity(entity)) {
            for (Iterator<BucketView> each = all.iterator(); each.hasNext(); ) {
                if (buckets.size() == most) {
                    more = true;
                    break;
                }
                BucketView bucket = each.next();
                shards += Math.max(1, bucket.shards().size());
                buckets.add(bucket(bucket));
            }
        }
        rates.end();
        return Seen.of(Json.map("entity", Json.name(entity), "buckets", buckets, "more", more), BucketUnits.of(shards));
    }

    private Map<String, @Nullable Object> bucket(BucketView bucket) {
        return Json.map(
                "resource",
                Json.name(bucket.resource()),
                "shards",
                bucket.shards().size(),
                "parent",
                bucket.parent().map(Json::name).orElse(null),
                "expiresAt",
                bucket.expiresAt().map(Instant::toEpochMilli).orElse(null),
                "damage",
                bucket.damage().orElse(null),
                "limits",
                bucket.limits().stream().map(limit -> limit(bucket, limit)).toList());
    }

    private Map<String, @Nullable Object> limit(BucketView bucket, LimitView limit) {
        Map<String, @Nullable Object> shown = LevelShown.limit(limit.limit());
        shown.put("available", limit.available());
        shown.put("consumed", limit.consumed());
        shown.put("perSecond", rates.of(bucket, limit));
        return shown;
    }
}
