package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What a batch says of one shard of a bucket: its last image, what was consumed, and how its shard count moved. */
final class BucketActivity {

    private static final String SHARD_COUNT = "shard_count";

    private final Key key;
    private final BucketId id;
    private @Nullable Item last;
    private long lastMillis;
    private long countedSinceMillis = Long.MIN_VALUE;
    private boolean grew;
    private @Nullable CounterLayout layout;
    private long[] consumed = {};
    private final Map<String, Long> ofOtherLayouts = new TreeMap<>();

    BucketActivity(Key key, BucketId id) {
        this.key = key;
        this.id = id;
    }

    void add(@Nullable Item before, @Nullable Item after, long atMillis) {
        if (after != null && before != null) {
            long then = before.whole(SHARD_COUNT, 1);
            long now = after.whole(SHARD_COUNT, 1);
            if (then != now) {
                countedSinceMillis = atMillis;
                grew |= now > then;
            }
        } else if (after != null) {
            countedSinceMillis = atMillis;
        }
        last = after;
        lastMillis = atMillis;
    }

    void consumed(Contribution each) {
        if (layout != each.layout()) {
            flush();
            layout = each.layout();
            consumed = new long[layout.limits.length];
        }
        for (int i = 0; i < consumed.length; i++) {
            consumed[i] += each.consumed()[i];
        }
    }

    private void flush() {
        for (int i = 0; layout != null && i < consumed.length; i++) {
            ofOtherLayouts.merge(layout.limits[i], consumed[i], Long::sum);
        }
    }

    Key key() {
        return key;
    }

    BucketId id() {
        return id;
    }

    /** As the last change left it, or null if that took it away. */
    @Nullable
    Item last() {
        return last;
    }

    long lastMillis() {
        return lastMillis;
    }

    /** Whether its shard count went up. */
    boolean grew() {
        return grew;
    }

    /** Since when it has its shard count, as far as the batch tells: milliseconds since the epoch. */
    long countedSinceMillis() {
        return countedSinceMillis;
    }

    /** What was consumed of a limit, net, in millitokens. */
    long consumed(String limit) {
        long sum = ofOtherLayouts.getOrDefault(limit, 0L);
        for (int i = 0; layout != null && i < consumed.length; i++) {
            sum += layout.limits[i].equals(limit) ? consumed[i] : 0;
        }
        return sum;
    }
}
