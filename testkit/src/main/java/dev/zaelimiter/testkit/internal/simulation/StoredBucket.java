package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A bucket, or one shard of it, as it lies in the store, read without any of the engine's code.
 *
 * @param stamp {@code rf}, in milliseconds
 * @param shard which one it is
 * @param count into how many it believes the bucket to be divided
 * @param limits by name, {@code wcu} among them: this shard's shares
 */
record StoredBucket(long stamp, int shard, long count, Map<String, LimitView> limits) {

    static final String WCU = "wcu";

    private static final long BUDGET_AMOUNT = 1000;
    private static final long BUDGET_PERIOD = 1_000_000_000_000L;

    private static final Map<ItemLayout, List<Names>> KNOWN = new WeakHashMap<>();

    /** The attributes of one limit. */
    record Names(String limit, String tk, String cp, String ra, String rp, String rm, String tc) {
        private static Names of(String limit) {
            String prefix = "b_" + limit;
            return new Names(
                    limit,
                    prefix + "_tk",
                    prefix + "_cp",
                    prefix + "_ra",
                    prefix + "_rp",
                    prefix + "_rm",
                    prefix + "_tc");
        }
    }

    /**
     * One limit. Amounts in millitokens, times in milliseconds.
     *
     * @param tk the balance at the stamp
     * @param cap the ceiling
     * @param ra what comes back in a period
     * @param rp the period
     * @param rm the remainder, in ms x millitokens
     * @param tc what was ever consumed, net
     */
    record LimitView(long tk, long cap, long ra, long rp, long rm, long tc) {

        boolean sameRates(LimitView other) {
            return cap == other.cap && ra == other.ra && rp == other.rp;
        }

        /**
         * The lowest that a soft ceiling may lie: a tenth below the true one, as the time to fill is counted in whole
         * milliseconds.
         */
        long softest() {
            return cap - cap / 10 - ra / rp / 10 - 2;
        }

        /** Balance and what came back in a time, exactly, in units of ms x millitokens. */
        BigInteger exactly(long elapsedMillis) {
            return times(tk, rp).add(times(elapsedMillis, ra)).add(BigInteger.valueOf(rm));
        }

        /** The same, cut at the ceiling. */
        BigInteger held(long elapsedMillis) {
            return exactly(elapsedMillis).min(times(cap, rp));
        }

        /** The same in whole millitokens. */
        LimitView withoutRemainder() {
            return new LimitView(tk, cap, ra, rp, 0, tc);
        }

        /** Balance after a time, in whole millitokens, whatever the ceiling. */
        BigInteger after(long elapsedMillis) {
            BigInteger[] parts = exactly(elapsedMillis).divideAndRemainder(BigInteger.valueOf(rp));
            return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
        }

        /** Whether it never comes back by itself. */
        boolean isBudget() {
            return ra == 0 && rp == BUDGET_PERIOD;
        }

        /**
         * What becomes of a budget by the numbers of another one: what was used stays used. Anything else stays as it
         * is.
         */
        LimitView asBudget(LimitView next) {
            return isBudget() && next.isBudget() ? new LimitView(tk + next.cap - cap, next.cap, ra, rp, rm, tc) : this;
        }

        /** Two shards of one limit together. Both have one period. */
        LimitView plus(LimitView other) {
            return new LimitView(tk + other.tk, cap + other.cap, ra + other.ra, rp, rm + other.rm, tc + other.tc);
        }
    }

    /** Whether the other one has the same limits, with the same numbers. */
    boolean sameNumbers(StoredBucket other) {
        return limits.size() == other.limits.size()
                && limits.entrySet().stream().allMatch(each -> {
                    LimitView there = other.limits.get(each.getKey());
                    return there != null && each.getValue().sameRates(there);
                });
    }

    static BigInteger times(long a, long b) {
        return BigInteger.valueOf(a).multiply(BigInteger.valueOf(b));
    }

    static synchronized List<Names> names(ItemLayout layout) {
        return KNOWN.computeIfAbsent(layout, StoredBucket::find);
    }

    private static List<Names> find(ItemLayout layout) {
        List<Names> found = new ArrayList<>();
        for (int i = 0; i < layout.size(); i++) {
            String name = layout.name(i);
            if (name.startsWith("b_") && name.endsWith("_cp")) {
                found.add(Names.of(name.substring(2, name.length() - 3)));
            }
        }
        return found;
    }

    static @Nullable StoredBucket of(@Nullable Item item) {
        if (item == null) {
            return null;
        }
        int shard = dev.zaelimiter.testkit.internal.simulation.KeyReader.shard(item.key());
        long count = Math.max(1, item.whole("shard_count", 1));
        Map<String, LimitView> limits = new TreeMap<>();
        for (Names names : names(item.layout())) {
            boolean whole = names.limit.equals(WCU);
            long cp = item.whole(names.cp, 0);
            long rp = item.whole(names.rp, 0);
            long stored = item.whole(names.ra, 0);
            // The slowest refill that there is counts as none.
            long ra = stored == BUDGET_AMOUNT && rp == BUDGET_PERIOD ? 0 : stored;
            limits.put(
                    names.limit,
                    new LimitView(
                            item.whole(names.tk, 0),
                            whole ? cp : slots(cp, shard, count),
                            whole ? ra : slots(ra, shard, count),
                            rp,
                            item.whole(names.rm, 0),
                            item.whole(names.tc, 0)));
        }
        return new StoredBucket(item.whole("rf", 0), shard, count, limits);
    }

    /** An amount is dealt out one by one, like cards: what falls to the slot of a shard. */
    private static long slots(long amount, int shard, long count) {
        long rest = amount % count;
        return amount / count + (shard % count < rest ? 1 : 0);
    }
}
