package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.StreamShard;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What one of several pollers should do about the shards of a stream: take those that nobody reads, one from whoever
 * has more than his part, and forget those that are gone. A function of what is seen; writes then decide.
 *
 * @param takes which shards to take
 * @param forgets whose items to take away: the stream knows their shards no more
 * @param foreign the shards that others read
 * @param waiting how many shards nobody reads yet: that which they came out of is not read to its end, or there is no
 *     room
 */
record LeasePlan(List<Take> takes, List<StreamLease> forgets, Set<StreamShard> foreign, int waiting) {

    /**
     * A shard to take.
     *
     * @param shard which
     * @param seen its lease, or null if there is none yet
     */
    record Take(StreamShard shard, @Nullable StreamLease seen) {}

    /**
     * What is seen.
     *
     * @param shards of the streams
     * @param leases all there are
     * @param over the shards whose readers are gone
     * @param me this poller
     * @param mine the shards that it reads
     * @param left the shards that it leaves to others for a while
     * @param most how many it reads at most
     */
    record Sight(
            List<StreamShard> shards,
            List<StreamLease> leases,
            Set<StreamShard> over,
            String me,
            Set<StreamShard> mine,
            Set<StreamShard> left,
            int most) {}

    static LeasePlan of(Sight sight) {
        Map<StreamShard, StreamLease> leases = new HashMap<>();
        sight.leases.forEach(each -> leases.put(each.shard(), each));
        Map<StreamShard, StreamShard> listed = new LinkedHashMap<>();
        sight.shards.forEach(each -> listed.put(named(each), each));

        List<StreamLease> forgets = sight.leases.stream()
                .filter(each -> !listed.containsKey(each.shard()) && !sight.mine.contains(each.shard()))
                .toList();
        List<Take> free = new ArrayList<>();
        Map<String, List<Take>> byOwner = new HashMap<>();
        int waiting = 0;
        for (StreamShard each : sight.shards) {
            StreamLease lease = leases.get(named(each));
            if (lease != null && lease.done()) {
                continue;
            }
            String owner = lease == null || sight.over.contains(named(each)) ? null : lease.owner();
            if (sight.mine.contains(named(each))) {
                continue;
            }
            if (owner != null && !owner.equals(sight.me)) {
                byOwner.computeIfAbsent(owner, key -> new ArrayList<>()).add(new Take(each, lease));
            } else if (isReady(each, listed, leases) && !sight.left.contains(named(each))) {
                free.add(new Take(each, lease));
            } else {
                waiting++;
            }
        }
        Set<StreamShard> foreign = new HashSet<>();
        byOwner.values().forEach(all -> all.forEach(each -> foreign.add(named(each.shard))));
        List<Take> takes = takes(sight, free, byOwner);
        int left = free.isEmpty() ? 0 : free.size() - takes.size();
        return new LeasePlan(takes, forgets, foreign, waiting + left);
    }

    private static List<Take> takes(Sight sight, List<Take> free, Map<String, List<Take>> byOwner) {
        int mine = sight.mine.size();
        int others = byOwner.values().stream().mapToInt(List::size).sum();
        int workers = byOwner.size() + 1;
        int part = (mine + others + free.size() + workers - 1) / workers;
        int room = Math.min(sight.most, Math.max(part, 1)) - mine;
        if (room <= 0) {
            return List.of();
        } else if (!free.isEmpty()) {
            return List.copyOf(free.subList(0, Math.min(room, free.size())));
        }
        // One at a time, and only where that does not turn the tables.
        return byOwner.values().stream()
                .max(Comparator.comparingInt(List::size))
                .filter(most -> most.size() >= mine + 2)
                .map(most -> most.get(most.size() - 1))
                .filter(take -> !sight.left.contains(named(take.shard)))
                .map(List::of)
                .orElse(List.of());
    }

    /** What came out of a shard is read after it: a bucket's changes are then seen in their order. */
    private static boolean isReady(
            StreamShard shard, Map<StreamShard, StreamShard> listed, Map<StreamShard, StreamLease> leases) {
        if (shard.parent() == null) {
            return true;
        }
        StreamShard parent = new StreamShard(shard.stream(), shard.parent(), null);
        StreamLease lease = leases.get(parent);
        return !listed.containsKey(parent) || (lease != null && lease.done());
    }

    /** A shard as leases name it. */
    static StreamShard named(StreamShard shard) {
        return new StreamShard(shard.stream(), shard.id(), null);
    }
}
