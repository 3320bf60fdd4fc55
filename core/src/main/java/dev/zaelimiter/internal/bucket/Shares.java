package dev.zaelimiter.internal.bucket;

/**
 * What one shard of a bucket has of the bucket's limits.
 *
 * <p>A shard owns the slots {@code {j : j mod n == id}}, where {@code n} is <em>its own</em> count. Its share of an
 * amount is what the slots of an even division would hold, the first ones a millitoken more:
 *
 * <pre>
 * share(x, n, id) = (x + n - 1 - id) div n
 * </pre>
 *
 * <p>Splitting a shard from {@code n} to {@code 2n} divides its share between itself and {@code id + n} without a rest,
 * so the shares add up exactly even while shards have different counts. Floor differences do not: they may make six
 * millitokens of a thousand in a mixed split. Pure functions; source: the project's design notes, section 5.4.
 */
public final class Shares {

    /** The most shards of a bucket. */
    public static final int MAX = 32;

    private Shares() {}

    /**
     * A shard's share of an amount.
     *
     * @param amount millitokens, 0 or more
     * @param count the shard's own count, 1 or more
     * @param shard its id, 0 or more
     * @return millitokens, 0 or more
     */
    public static long of(long amount, long count, long shard) {
        long first = Math.floorMod(shard, count);
        // The same as (amount + count - 1 - first) div count, and can't overflow.
        return amount / count + (amount % count > first ? 1 : 0);
    }

    /**
     * The numbers that govern a shard: its share of each limit. A period is not divided, nor is {@code wcu}, which
     * every partition has to itself. A budget gains nothing.
     *
     * @param layout of the limits
     * @param whole the numbers that the bucket stores
     * @param count the shard's own count, 1 or more
     * @param shard its id
     * @return the very same numbers if the bucket is not divided and none of its limits is a budget
     */
    public static Rates of(BucketLayout layout, Rates whole, long count, long shard) {
        if (count <= 1 && !whole.holdsBudget()) {
            return whole;
        }
        int size = layout.size();
        long[] cap = new long[size];
        long[] ra = new long[size];
        long[] rp = new long[size];
        for (int i = 0; i < size; i++) {
            boolean divided = i != layout.wcu();
            cap[i] = divided ? of(whole.cap(i), count, shard) : whole.cap(i);
            ra[i] = whole.isBudget(i) ? 0 : divided ? of(whole.ra(i), count, shard) : whole.ra(i);
            rp[i] = whole.rp(i);
        }
        return new Rates(cap, ra, rp);
    }

    /**
     * The shard that a shard was split from: the one without the highest bit of its id.
     *
     * @param shard 1 or more
     * @return its parent's id
     */
    public static int parent(int shard) {
        return shard - Integer.highestOneBit(shard);
    }

    /**
     * Whether a shard owns a slot.
     *
     * @param shard the shard's id
     * @param count its own count
     * @param slot the id that the slot would have as a shard
     * @return true if no other shard does
     */
    public static boolean owns(int shard, long count, int slot) {
        return Math.floorMod(slot, count) == Math.floorMod(shard, count);
    }
}
