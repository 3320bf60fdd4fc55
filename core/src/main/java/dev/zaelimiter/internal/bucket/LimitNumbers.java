package dev.zaelimiter.internal.bucket;

/**
 * The numbers of one limit as a bucket stores them: those of the whole limit, also in a shard.
 *
 * @param cap its ceiling in millitokens
 * @param ra its refill amount in millitokens
 * @param rp its refill period in milliseconds
 */
public record LimitNumbers(long cap, long ra, long rp) {

    /**
     * Whether it is a budget.
     *
     * @return as {@link Rates#isBudget(long, long)}
     */
    public boolean isBudget() {
        return Rates.isBudget(ra, rp);
    }

    /** The same as numbers that govern a bucket of this limit alone. */
    Rates governing() {
        return new Rates(new long[] {cap}, new long[] {isBudget() ? 0 : ra}, new long[] {rp});
    }
}
