package dev.zaelimiter.benchmarks.scale;

import java.util.HashMap;
import java.util.Map;

/**
 * What the partitions of a table and of its indexes take: so many write units in a second each, and what they saved up
 * in one second. Not thread-safe.
 */
final class TablePartitions {

    static final int UNITS_PER_SECOND = 1000;

    private final Map<String, Partition> partitions = new HashMap<>();
    private double units;
    private long calls;
    private long throttled;

    private static final class Partition {
        private double left = UNITS_PER_SECOND;
        private long nanos;

        private void fill(long now) {
            left = Math.min(UNITS_PER_SECOND, left + (now - nanos) / 1e9 * UNITS_PER_SECOND);
            nanos = now;
        }
    }

    /** Charges a call with what each partition has to take, or none of them if one has too little left. */
    boolean charge(Map<String, Integer> costs, long nowNanos) {
        calls++;
        for (Map.Entry<String, Integer> cost : costs.entrySet()) {
            Partition partition = partitions.computeIfAbsent(cost.getKey(), name -> new Partition());
            partition.fill(nowNanos);
            if (partition.left < cost.getValue()) {
                throttled++;
                return false;
            }
        }
        costs.forEach((name, cost) -> {
            partitions.computeIfAbsent(name, key -> new Partition()).left -= cost;
            units += cost;
        });
        return true;
    }

    /** How many partitions with a text in their names were written since an instant. */
    int writtenSince(String text, long nanos) {
        return (int) partitions.entrySet().stream()
                .filter(entry -> entry.getKey().contains(text) && entry.getValue().nanos >= nanos)
                .count();
    }

    /** Write units that were taken so far. */
    double units() {
        return units;
    }

    /** Calls that write. */
    long calls() {
        return calls;
    }

    /** Calls that were turned away. */
    long throttled() {
        return throttled;
    }
}
