package dev.zaelimiter.aggregator;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Divided buckets that this process has seen changes of, and when it saw the last. Safe for use by many threads. */
final class IdleBuckets {

    /** Those that were idle longest are forgotten: they cost nothing but room. */
    private static final int MOST = 10_000;

    private final LinkedHashMap<BucketId.Owner, Seen> buckets = new LinkedHashMap<>();

    private record Seen(BucketId first, long atMillis) {}

    /** Notes the last change of a shard. */
    synchronized void note(BucketActivity activity) {
        var item = activity.last();
        BucketId id = activity.id();
        BucketId.Owner owner = id.owner();
        if (item == null || item.whole("shard_count", 1) <= 1) {
            if (id.shard() == 0) {
                buckets.remove(owner);
            }
            return;
        }
        buckets.remove(owner);
        buckets.put(owner, new Seen(new BucketId(id.keys(), id.entity(), id.resource(), 0), activity.lastMillis()));
        if (buckets.size() > MOST) {
            Iterator<Map.Entry<BucketId.Owner, Seen>> eldest =
                    buckets.entrySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** Puts one back that was taken, unless a change has come since. */
    synchronized void again(BucketId first, long millis) {
        buckets.putIfAbsent(first.owner(), new Seen(first, millis));
    }

    /** Takes those that were idle since a time; who has more to do with one notes it again. */
    synchronized List<BucketId> takeIdleSince(long millis) {
        List<BucketId> idle = new ArrayList<>();
        buckets.values().removeIf(seen -> {
            boolean due = seen.atMillis <= millis;
            if (due) {
                idle.add(seen.first);
            }
            return due;
        });
        return idle;
    }
}
