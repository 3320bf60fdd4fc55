package dev.zaelimiter.internal.bucket;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a batch of demands wants of a bucket, summed up per limit in the order of a layout. Mutable while it is filled;
 * not for use by several threads.
 */
public final class BatchTotals {

    /** The floor of a limit that nobody bounds: a debit is never refused. */
    public static final long UNBOUNDED = Long.MIN_VALUE;

    private final long[] take;
    private final long[] credit;
    private final long[] need;
    private int bounded;
    private boolean credits;

    /**
     * Asks for nothing yet.
     *
     * @param size the number of limits of the layout
     */
    public BatchTotals(int size) {
        take = new long[size];
        credit = new long[size];
        need = new long[size];
    }

    /**
     * Totals that ask for nothing yet, in place of those of the last batch, which nobody needs any more.
     *
     * @param last those, or null if there are none
     * @param size the number of limits of the layout
     * @return the same, emptied, if they are of that size
     */
    public static BatchTotals anew(@Nullable BatchTotals last, int size) {
        if (last == null || last.take.length != size) {
            return new BatchTotals(size);
        }
        Arrays.fill(last.take, 0);
        Arrays.fill(last.credit, 0);
        Arrays.fill(last.need, 0);
        last.bounded = 0;
        last.credits = false;
        return last;
    }

    /**
     * Adds a take that may be refused. Demands count in the order in which they are added.
     *
     * @param i the limit's index
     * @param amount millitokens, 0 or more; 0 asks for nothing
     * @param mayOwe how far into debt this demand may leave the limit, in millitokens
     */
    public void take(int i, long amount, long mayOwe) {
        if (amount > 0) {
            take[i] = BucketMath.plus(take[i], amount);
            need[i] = Math.max(needed(i), take[i] - mayOwe);
            bounded |= 1 << i;
        }
    }

    /**
     * Adds a take that is never refused.
     *
     * @param i the limit's index
     * @param amount millitokens, 0 or more
     */
    public void debit(int i, long amount) {
        take[i] = BucketMath.plus(take[i], amount);
    }

    /**
     * Adds what goes back. Credits count before all takes.
     *
     * @param i the limit's index
     * @param amount millitokens, 0 or more
     */
    public void credit(int i, long amount) {
        credit[i] = BucketMath.plus(credit[i], amount);
        credits |= amount > 0;
    }

    /**
     * Whether a take would fit on top of what is asked already.
     *
     * @param i the limit's index
     * @param amount millitokens, 0 or more; 0 always fits
     * @param mayOwe how far into debt the demand may leave the limit, in millitokens
     * @param balance what the limit holds, credits of this ask included
     * @return true if it fits
     */
    public boolean fits(int i, long amount, long mayOwe, long balance) {
        return amount == 0 || BucketMath.plus(take[i], amount) - mayOwe <= balance;
    }

    /**
     * What is taken of a limit.
     *
     * @param i the limit's index
     * @return millitokens, 0 or more
     */
    public long taken(int i) {
        return take[i];
    }

    /**
     * What goes back to a limit.
     *
     * @param i the limit's index
     * @return millitokens, 0 or more
     */
    public long credited(int i) {
        return credit[i];
    }

    /**
     * What a limit must hold for every demand to be granted.
     *
     * @param i the limit's index
     * @return millitokens, or {@link #UNBOUNDED}
     */
    public long needed(int i) {
        return (bounded & 1 << i) == 0 ? UNBOUNDED : need[i];
    }

    /**
     * Whether anything goes back.
     *
     * @return true if there is a credit
     */
    public boolean hasCredit() {
        return credits;
    }
}
