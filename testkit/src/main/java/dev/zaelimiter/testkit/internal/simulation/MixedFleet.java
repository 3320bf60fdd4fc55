package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Limit;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What lands on buckets that ours and the Python system share: each write goes to the {@link MixedLaw} of each limit.
 */
final class MixedFleet {

    private final Scenario scenario;
    private final Oracle oracle;
    private final Map<String, MixedLaw> laws = new TreeMap<>();
    private final Map<Excess, Long> measured = new EnumMap<>(Excess.class);
    private final ShownShards shown;

    MixedFleet(Scenario scenario, Oracle oracle) {
        this.scenario = scenario;
        this.oracle = oracle;
        this.shown = new ShownShards(oracle);
    }

    /** Whether there is one. */
    boolean isMixed() {
        return scenario.pythons > 0;
    }

    /** What each process of ours knows of the shards that are there. */
    ShownShards shown() {
        return shown;
    }

    void tally(Excess kind, long milli) {
        measured.merge(kind, milli, Long::sum);
        oracle.note(() -> "  " + kind.words() + ": " + milli + " millitokens");
    }

    /** What came of it, in millitokens. */
    Map<Excess, Long> measured() {
        return measured;
    }

    /** Changes of one bucket, by one write or one transaction. */
    void landed(String bucket, List<Sent> sent, List<@Nullable Item> before, List<@Nullable Item> after) {
        List<MixedLaw.Change> changes = new ArrayList<>();
        long decided = Long.MAX_VALUE;
        boolean ours = !PythonClient.is(sent.get(0).client());
        for (int i = 0; i < sent.size(); i++) {
            StoredBucket was = StoredBucket.of(before.get(i));
            StoredBucket is = StoredBucket.of(after.get(i));
            Item item = after.get(i);
            changes.add(new MixedLaw.Change(sent.get(i), was, is, item == null ? 0 : item.whole(Item.TTL, 0)));
            long at = ours && is != null
                    ? ShardSteps.decided(sent.get(i), was, is)
                    : sent.get(i).wallMillis();
            decided = Math.min(decided, at);
        }
        if (ours) {
            divided(bucket, changes);
        }
        for (Limit limit : limits(bucket)) {
            long since = decided;
            laws.computeIfAbsent(
                            bucket + " " + limit.name(),
                            key -> new MixedLaw(bucket, limit.name(), whole(limit), since, oracle))
                    .landed(ours, changes, decided);
        }
    }

    /**
     * Ours divide all shards together, and never take one away. What Python has begun to divide, and not told all
     * shards of, is even when all is told.
     */
    private void divided(String bucket, List<MixedLaw.Change> changes) {
        BucketBook book = oracle.landings().books().get(bucket);
        Map<Integer, Long> counts = new TreeMap<>();
        if (book != null) {
            book.shards().forEach((shard, seen) -> counts.put(shard, seen.count()));
        }
        boolean even = isEven(counts);
        boolean changed = false;
        for (MixedLaw.Change change : changes) {
            if (change.after() == null) {
                oracle.violated(
                        "mixed-merged", bucket + ": ours took away a shard, which Python makes anew: " + change);
                return;
            }
            changed |= change.before() != null
                    && change.before().count() != change.after().count();
            counts.put(change.shard(), change.after().count());
        }
        if (changed && even && !isEven(counts)) {
            oracle.violated("mixed-uneven", bucket + ": ours divided some of the shards alone: " + counts);
        }
    }

    /** Whether all shards are there that any of them counts, and count the same. */
    private static boolean isEven(Map<Integer, Long> counts) {
        return counts.values().stream().allMatch(count -> count == counts.size());
    }

    private List<Limit> limits(String bucket) {
        boolean parent = KeyReader.entity(bucket).equals(RequestGenerator.PARENT);
        return parent && !scenario.parentLimits.isEmpty() ? scenario.parentLimits : scenario.limits;
    }

    private static LimitView whole(Limit limit) {
        return new LimitView(
                0,
                limit.capacity() * 1000,
                limit.refillAmount() * 1000,
                limit.refillPeriod().toMillis(),
                0,
                0);
    }
}
