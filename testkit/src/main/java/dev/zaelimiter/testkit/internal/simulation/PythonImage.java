package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A shard as the Python system reads it: with the parts of its limits as that one computes them, rounded down.
 *
 * @param rf when it was last refilled
 * @param vu until when its numbers are valid, or null; 0 asks the next slow pass to cut it
 */
record PythonImage(
        Key key,
        long count,
        long rf,
        @Nullable Long vu,
        boolean cascade,
        @Nullable String parent,
        Map<String, Balance> limits) {

    static final String WCU = StoredBucket.WCU;

    /** One limit of a shard: what it holds, and its part of the whole, in millitokens. */
    record Balance(long tk, long capacity, long part, long amount, long period) {

        /** What is there at an instant: whole millitokens, and never more than its part. */
        long refilled(long rf, long now) {
            long elapsed = now - rf;
            long added = elapsed <= 0
                    ? 0
                    : StoredBucket.times(elapsed, amount)
                            .divide(java.math.BigInteger.valueOf(period))
                            .longValueExact();
            return Math.min(part, tk + added);
        }
    }

    static PythonImage of(Item item) {
        long count = Math.max(1, item.whole("shard_count", 1));
        Map<String, Balance> limits = new TreeMap<>();
        for (StoredBucket.Names names : StoredBucket.names(item.layout())) {
            long divided = names.limit().equals(WCU) ? 1 : count;
            long capacity = item.whole(names.cp(), 0);
            limits.put(
                    names.limit(),
                    new Balance(
                            item.whole(names.tk(), 0),
                            capacity,
                            capacity / divided,
                            item.whole(names.ra(), 0) / divided,
                            item.whole(names.rp(), 1)));
        }
        return new PythonImage(
                item.key(),
                count,
                item.whole("rf", 0),
                item.has("vu") ? Long.valueOf(item.whole("vu", 0)) : null,
                dev.zaelimiter.store.AttributeValue.of(true).equals(item.get("cascade")),
                item.text("parent_id"),
                limits);
    }

    /** The same after a slow pass, which takes the wish to be cut away. */
    PythonImage cut() {
        return new PythonImage(key, count, rf, null, cascade, parent, limits);
    }

    /** Whether a refill would let a request in. */
    boolean satisfies(Map<String, Long> amounts, long now) {
        return amounts.entrySet().stream().allMatch(amount -> {
            Balance balance = limits.get(amount.getKey());
            return balance == null || balance.refilled(rf, now) >= amount.getValue();
        });
    }

    /** Whether what lacks is room in its partition alone, and a refill brings none. */
    boolean lacksWriteUnits(long now) {
        Balance units = limits.get(WCU);
        return units != null && units.tk() < 1000 && units.refilled(rf, now) < 1000;
    }
}
