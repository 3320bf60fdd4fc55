package dev.zaelimiter.internal.bucket;

import static dev.zaelimiter.internal.bucket.BucketMath.plus;

/**
 * What the time since the stamp makes of a limit, as a function of its balance: {@code X → min(ceiling, X + gained)}.
 * Every write that moves the stamp begins with this: a refill, a change of limits, a split, a merge, a gift. It has two
 * forms, and the balance that was seen decides between them. Up to the ceiling the gain is added; above, the ceiling is
 * set, and the rest of the gain is gone. The store proves which one holds: it compares the stored balance with
 * {@link #turn}. Immutable.
 *
 * @param full whether the balance that was seen comes to the ceiling
 * @param gained what is added, in millitokens
 * @param ceiling what the limit holds at most, in millitokens
 * @param remainder what is left over, less than a millitoken; 0 of a full limit
 */
public record Accrual(boolean full, long gained, long ceiling, long remainder) {

    /**
     * From which stored balance on the limit is full.
     *
     * @return millitokens
     */
    public long turn() {
        return ceiling - gained;
    }

    /**
     * What is written if tokens are moved afterwards.
     *
     * @param moved millitokens, negative if they are taken
     * @return the new balance of a full limit, and what is added to the stored balance of any other
     */
    public long change(long moved) {
        return (full ? ceiling : gained) + moved;
    }

    /**
     * What a stored balance becomes.
     *
     * @param stored millitokens
     * @return millitokens, at most the ceiling
     */
    public long balance(long stored) {
        return Math.min(ceiling, plus(stored, gained));
    }
}
