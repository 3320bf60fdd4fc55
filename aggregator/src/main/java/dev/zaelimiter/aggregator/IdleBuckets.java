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

    private final LinkedHashMap<BucketId.Owner, Idle> buckets = new LinkedHashMap<>();

    /** Who waits for a debt to be paid back looks less and less often, a last time after a day. */
    private static final int MOST_WAITS = 8;

    /**
     * A divided bucket.
     *
     * @param first its first shard
     * @param atMillis when it changed last, or was looked at last
     * @param waits how often it was looked at in vain
     */
    record Idle(BucketId first, long atMillis, int waits) {

        boolean isDue(long nowMillis, long afterMillis) {
            return nowMillis - atMillis >= afterMillis << waits;
        }
    }

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
        buckets.put(owner, new Idle(new BucketId(id.keys(), id.entity(), id.resource(), 0), activity.lastMillis(), 0));
        if (buckets.size() > MOST) {
            Iterator<Map.Entry<BucketId.Owner, Idle>> eldest =
                    buckets.entrySet().iterator();
            eldest.next();
            eldest.remove();
        }
    }

    /** Puts one back that was taken, unless a change has come since. */
    synchronized void again(Idle idle, long millis) {
        buckets.putIfAbsent(idle.first.owner(), new Idle(idle.first, millis, idle.waits));
    }

    /** As {@link #again}, but later each time, up to a bound: it can't be merged yet. */
    synchronized void later(Idle idle, long millis) {
        if (idle.waits < MOST_WAITS) {
            buckets.putIfAbsent(idle.first.owner(), new Idle(idle.first, millis, idle.waits + 1));
        }
    }

    /** Takes those that were idle for long enough; who has more to do with one notes it again. */
    synchronized List<Idle> takeDue(long nowMillis, long afterMillis) {
        List<Idle> due = new ArrayList<>();
        buckets.values().removeIf(each -> {
            boolean is = each.isDue(nowMillis, afterMillis);
            if (is) {
                due.add(each);
            }
            return is;
        });
        return due;
    }
}
