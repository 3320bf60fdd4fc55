package dev.zaelimiter.testkit.internal.simulation;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Which limits a bucket has, in which of its shards, and since when. */
final class Presence {

    private final Oracle oracle;
    private final Map<Integer, StoredBucket> shards;
    private final Map<String, Long> changedNanos = new TreeMap<>();
    private final Set<String> gone = new TreeSet<>();
    private final Set<String> ever = new TreeSet<>();

    Presence(Oracle oracle, Map<Integer, StoredBucket> shards) {
        this.oracle = oracle;
        this.shards = shards;
    }

    /** Whether the bucket has had a limit, or has lacked it, in each shard, ever since an instant. */
    boolean unchangedSince(String limit, long nanos) {
        return changedNanos.getOrDefault(limit, -1L) < nanos && (!has(limit) || everywhere(limit));
    }

    boolean has(String limit) {
        return !gone.contains(limit)
                && shards.values().stream().anyMatch(shard -> shard.limits().containsKey(limit));
    }

    /**
     * The bucket is not there any more: limits that are not configured any more either are nowhere, and who asks for
     * them is asked nothing. One that was never configured comes with each call, which makes the bucket anew with it.
     */
    void foundGone(ConfiguredLimits configured) {
        for (StoredBucket shard : shards.values()) {
            for (String limit : shard.limits().keySet()) {
                if (configured.isRemoved(limit) && gone.add(limit)) {
                    changedNanos.put(limit, oracle.nowNanos());
                }
            }
        }
    }

    private boolean everywhere(String limit) {
        return shards.values().stream().allMatch(shard -> shard.limits().containsKey(limit));
    }

    /** It is there. */
    void found() {
        gone.clear();
    }

    /** Whether the bucket has ever had a limit. */
    boolean everHad(String limit) {
        return ever.contains(limit);
    }

    /** A write has landed on a shard. */
    void changed(@Nullable StoredBucket before, StoredBucket after) {
        ever.addAll(after.limits().keySet());
        if (before == null) {
            return;
        }
        before.limits().keySet().stream()
                .filter(limit -> !after.limits().containsKey(limit))
                .forEach(limit -> changedNanos.put(limit, oracle.nowNanos()));
        after.limits().keySet().stream()
                .filter(limit -> !before.limits().containsKey(limit))
                .forEach(limit -> changedNanos.put(limit, oracle.nowNanos()));
    }
}
