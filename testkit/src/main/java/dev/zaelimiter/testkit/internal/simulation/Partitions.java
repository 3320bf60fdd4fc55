package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the partitions of a table take: so many write units in a second each, and a burst of one second. A refused write
 * costs as much as one that is applied, each write of a transaction twice as much. Partitions of the index of a
 * resource's buckets are limited too: they are written when an item comes or goes, or by each write if they hold whole
 * items.
 */
final class Partitions {

    private static final String INDEX = "GSI2PK";

    private final long unitsPerSecond;
    private final boolean indexedWhole;
    private final Map<String, Partition> partitions = new HashMap<>();
    private final Map<String, String> indexOf = new HashMap<>();
    private long units;
    private long throttled;

    Partitions(Scenario scenario) {
        this.unitsPerSecond = scenario.partitionUnits;
        this.indexedWhole = scenario.indexedWhole;
    }

    private static final class Partition {
        private double left;
        private long nanos;
    }

    /** Write units that were taken. */
    long units() {
        return units;
    }

    /** Calls that were turned away. */
    long throttled() {
        return throttled;
    }

    /** Charges one write. What the store says if a partition has no more, else null. */
    @Nullable
    StoreException charge(Write write, long nanos) {
        return charge(List.of(write), 1, nanos);
    }

    /** Charges a transaction. */
    @Nullable
    StoreException charge(List<Write> writes, long nanos) {
        return charge(writes, 2, nanos);
    }

    private @Nullable StoreException charge(List<Write> writes, int each, long nanos) {
        if (unitsPerSecond == 0) {
            return null;
        }
        Map<String, Integer> costs = new HashMap<>();
        for (Write write : writes) {
            costs.merge(write.key().pk(), each, Integer::sum);
            String index = index(write);
            if (index != null) {
                costs.merge(index, each, Integer::sum);
            }
        }
        for (Map.Entry<String, Integer> cost : costs.entrySet()) {
            if (filled(cost.getKey(), nanos).left < cost.getValue()) {
                throttled++;
                boolean hot = !cost.getKey().startsWith(INDEX);
                return new StoreException.Throttled("no units left in " + cost.getKey(), null, hot);
            }
        }
        costs.forEach((partition, cost) -> {
            filled(partition, nanos).left -= cost;
            units += cost;
        });
        return null;
    }

    private @Nullable String index(Write write) {
        Item item = write.item();
        String pk = write.key().pk();
        if (item != null && item.get(INDEX) instanceof AttributeValue.Text text) {
            indexOf.put(pk, INDEX + " " + text.value());
        }
        boolean moves = write.shape().kind() != WriteShape.Kind.UPDATE;
        return moves || indexedWhole ? indexOf.get(pk) : null;
    }

    private Partition filled(String name, long nanos) {
        Partition partition = partitions.computeIfAbsent(name, key -> {
            Partition full = new Partition();
            full.left = unitsPerSecond;
            full.nanos = nanos;
            return full;
        });
        partition.left =
                Math.min((double) unitsPerSecond, partition.left + (nanos - partition.nanos) / 1e9 * unitsPerSecond);
        partition.nanos = nanos;
        return partition;
    }
}
