package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.BucketView.LimitView;
import java.math.BigInteger;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the shards of one bucket are together. */
final class Together {

    private static final int SLOTS = 32;

    private final Map<Integer, BucketView> shards;

    Together(Map<Integer, BucketView> shards) {
        this.shards = shards;
    }

    /** By limit; none of those that only some shards have. */
    Map<String, LimitView> totals() {
        Map<String, LimitView> totals = new TreeMap<>();
        shards.values().stream()
                .findFirst()
                .ifPresent(any -> any.limits().keySet().forEach(limit -> {
                    LimitView total = total(limit);
                    if (total != null) {
                        totals.put(limit, total);
                    }
                }));
        return totals;
    }

    /** A limit of all shards together; null if not all have it, or not with one period. */
    @Nullable
    LimitView total(String limit) {
        LimitView sum = null;
        for (BucketView shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            if (view == null || (sum != null && sum.rp() != view.rp())) {
                return null;
            }
            sum = sum == null ? view : sum.plus(view);
        }
        return sum;
    }

    /** Whole millitokens of a limit that all shards hold at an instant; null if one lacks it. */
    @Nullable
    BigInteger held(String limit, long millis) {
        BigInteger sum = BigInteger.ZERO;
        for (BucketView shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            if (view == null) {
                return null;
            }
            BigInteger held = view.held(Math.max(0, millis - shard.stamp()));
            sum = sum.add(held.divide(BigInteger.valueOf(view.rp())));
        }
        return sum;
    }

    /** What other shards have given without having it, to those who wait and to corrections: this one does not know. */
    long debtBeside(int own, String limit) {
        long debt = 0;
        for (BucketView shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            if (shard.shard() != own && view != null) {
                debt += Math.max(0, -view.tk());
            }
        }
        return debt;
    }

    /** Each slot has one owner, and none is without: what is wrong with that, or null. */
    @Nullable
    String slotFault() {
        for (int slot = 0; slot < SLOTS; slot++) {
            int owners = 0;
            for (BucketView shard : shards.values()) {
                owners += slot % shard.count() == shard.shard() % shard.count() ? 1 : 0;
            }
            if (owners != 1) {
                return "slot " + slot + " has " + owners + " owners: " + shards.values();
            }
        }
        return null;
    }
}
