package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.StreamShard;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * For how long each lease has looked the same, by this process's own clock. No two clocks are compared: a lease is over
 * when its counter has not moved for as long as we have been watching. For one thread at a time.
 */
final class LeaseBook {

    private final long leaseNanos;
    private Map<StreamShard, Seen> seen = new HashMap<>();

    /**
     * A book.
     *
     * @param leaseNanos for how long a lease must look the same to be over
     */
    LeaseBook(long leaseNanos) {
        this.leaseNanos = leaseNanos;
    }

    private record Seen(@Nullable String owner, long counter, long sinceNanos, boolean hasMoved) {

        boolean isLike(StreamLease lease) {
            return counter == lease.counter() && (owner == null ? lease.owner() == null : owner.equals(lease.owner()));
        }
    }

    /** Notes how all leases look now. */
    void note(List<StreamLease> leases, long nowNanos) {
        Map<StreamShard, Seen> now = new HashMap<>();
        for (StreamLease each : leases) {
            Seen before = seen.get(each.shard());
            now.put(
                    each.shard(),
                    before != null && before.isLike(each)
                            ? before
                            : new Seen(each.owner(), each.counter(), nowNanos, before != null));
        }
        seen = now;
    }

    /** The shards whose readers have not been heard of for the length of a lease. */
    Set<StreamShard> over(long nowNanos) {
        Set<StreamShard> over = new HashSet<>();
        seen.forEach((shard, each) -> {
            if (each.owner != null && nowNanos - each.sinceNanos >= leaseNanos) {
                over.add(shard);
            }
        });
        return over;
    }

    /** Whether its reader has been heard of since we began to watch. */
    boolean isAlive(StreamShard shard) {
        Seen each = seen.get(shard);
        return each != null && each.hasMoved;
    }
}
