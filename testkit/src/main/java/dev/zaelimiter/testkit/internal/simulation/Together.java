package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.testkit.internal.simulation.StoredBucket.LimitView;
import java.math.BigInteger;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the shards of one bucket are together. */
final class Together {

    private static final int SLOTS = 32;

    private final Map<Integer, StoredBucket> shards;

    Together(Map<Integer, StoredBucket> shards) {
        this.shards = shards;
    }

    /** By limit; none of those that only some shards have. */
    Map<String, LimitView> totals() {
        Map<String, LimitView> totals = new TreeMap<>();
        if (!shards.isEmpty()) {
            for (String limit : shards.values().iterator().next().limits().keySet()) {
                LimitView total = total(limit);
                if (total != null) {
                    totals.put(limit, total);
                }
            }
        }
        return totals;
    }

    /** A limit of all shards together; null if not all have it, or not with one period. */
    @Nullable
    LimitView total(String limit) {
        LimitView sum = null;
        for (StoredBucket shard : shards.values()) {
            LimitView view = shard.limits().get(limit);
            if (view == null || (sum != null && sum.rp() != view.rp())) {
                return null;
            }
            sum = sum == null ? view : sum.plus(view);
        }
        return sum;
    }

    /**
     * Whether a request is served at an instant, after those in front of it: some shard holds all that they and it ask
     * for; or all together do, and none of them could ever hold the request. Those in front that no shard could hold
     * together need not ask for more than a shard's share each: they may leave a little in every shard, and too little
     * for the request in each.
     */
    boolean serves(Map<String, Long> request, Map<String, Long> withThoseInFront, long millis) {
        for (StoredBucket shard : shards.values()) {
            if (covers(List.of(shard), withThoseInFront, millis)) {
                return true;
            }
        }
        boolean exceedsEach = request.entrySet().stream()
                .anyMatch(amount -> shards.values().stream().allMatch(shard -> {
                    LimitView view = shard.limits().get(amount.getKey());
                    return view != null && amount.getValue() > view.cap();
                }));
        return exceedsEach && covers(shards.values(), withThoseInFront, millis);
    }

    private static boolean covers(Collection<StoredBucket> some, Map<String, Long> amounts, long millis) {
        for (Map.Entry<String, Long> amount : amounts.entrySet()) {
            BigInteger sum = BigInteger.ZERO;
            for (StoredBucket shard : some) {
                LimitView view = shard.limits().get(amount.getKey());
                if (view == null) {
                    return false;
                }
                BigInteger held = view.held(Math.max(0, millis - shard.stamp()));
                sum = sum.add(held.divide(BigInteger.valueOf(view.rp())));
            }
            if (sum.compareTo(BigInteger.valueOf(amount.getValue())) < 0) {
                return false;
            }
        }
        return true;
    }

    /** What other shards have given without having it, to those who wait and to corrections: this one does not know. */
    long debtBeside(int own, String limit) {
        long debt = 0;
        for (StoredBucket shard : shards.values()) {
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
        if (shards.size() == 1 && shards.values().iterator().next().count() == 1) {
            return null;
        }
        for (int slot = 0; slot < SLOTS; slot++) {
            int owners = 0;
            for (StoredBucket shard : shards.values()) {
                owners += slot % shard.count() == shard.shard() % shard.count() ? 1 : 0;
            }
            if (owners != 1) {
                return "slot " + slot + " has " + owners + " owners: " + shards.values();
            }
        }
        return null;
    }
}
