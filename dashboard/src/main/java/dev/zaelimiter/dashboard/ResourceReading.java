package dev.zaelimiter.dashboard;

import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.LimitView;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All buckets on a resource, up to a number of them: what they come to, which are used most, and which are empty. */
final class ResourceReading implements Reading {

    private final Administration admin;
    private final String resource;
    private final int most;
    private final Rates rates;

    ResourceReading(Administration admin, String resource, int most, Rates rates) {
        this.admin = admin;
        this.resource = resource;
        this.most = most;
        this.rates = rates;
    }

    @Override
    public Seen read() {
        rates.begin();
        Map<String, LimitTotals> totals = new TreeMap<>();
        long buckets = 0;
        long shards = 0;
        long unreadable = 0;
        boolean more = false;
        try (Stream<BucketView> all = admin.buckets().onResource(resource)) {
            for (Iterator<BucketView> each = all.iterator(); each.hasNext(); ) {
                if (buckets == most) {
                    more = true;
                    break;
                }
                BucketView bucket = each.next();
                buckets++;
                shards += Math.max(1, bucket.shards().size());
                unreadable += bucket.damage().isPresent() ? 1 : 0;
                for (LimitView limit : bucket.limits()) {
                    totals.computeIfAbsent(limit.limit().name(), LimitTotals::new)
                            .add(bucket.entity(), limit, rates.of(bucket, limit));
                }
            }
        }
        rates.end();
        Map<String, @Nullable Object> point = new LinkedHashMap<>();
        totals.forEach(
                (name, total) -> point.put(name, Arrays.asList(total.available(), total.perSecond(), total.empty())));
        Map<String, @Nullable Object> shown = Json.map(
                "resource",
                Json.name(resource),
                "buckets",
                buckets,
                "more",
                more,
                "unreadable",
                unreadable,
                "limits",
                totals.values().stream().map(LimitTotals::shown).toList());
        return new Seen(shown, point, BucketUnits.of(shards));
    }
}
