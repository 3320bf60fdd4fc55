package dev.zaelimiter;

/**
 * An exact amount of tokens that were consumed, less what went back: negative if more went back than was taken.
 *
 * @param tokens whole tokens, rounded down
 * @param milli thousandths beyond them, 0 to 999; 0 unless somebody counts in parts of tokens
 */
public record UsageAmount(long tokens, int milli) implements Comparable<UsageAmount> {

    /** Nothing. */
    public static final UsageAmount NONE = new UsageAmount(0, 0);

    private static final int MILLI = 1000;

    /** Checks the thousandths. */
    public UsageAmount {
        if (milli < 0 || milli >= MILLI) {
            throw new InvalidInputException("milli", milli, "0 to 999");
        }
    }

    /**
     * Any sum of tokens and thousandths.
     *
     * @param tokens whole tokens
     * @param milli any number of thousandths
     * @return the amount
     */
    public static UsageAmount of(long tokens, long milli) {
        return new UsageAmount(
                Math.addExact(tokens, Math.floorDiv(milli, (long) MILLI)), (int) Math.floorMod(milli, (long) MILLI));
    }

    /**
     * The sum of two.
     *
     * @param other another amount
     * @return the sum
     * @throws ArithmeticException if it is more than a {@code long} holds
     */
    public UsageAmount plus(UsageAmount other) {
        return of(Math.addExact(tokens, other.tokens), (long) milli + other.milli);
    }

    @Override
    public int compareTo(UsageAmount other) {
        int whole = Long.compare(tokens, other.tokens);
        return whole == 0 ? Integer.compare(milli, other.milli) : whole;
    }

    /**
     * As a number that may be rounded.
     *
     * @return tokens
     */
    public double doubleValue() {
        return tokens + milli / (double) MILLI;
    }

    /** As a decimal number: {@code 12}, or {@code 12.5}. */
    @Override
    public String toString() {
        return new java.math.BigDecimal(tokens)
                .add(java.math.BigDecimal.valueOf(milli, 3))
                .stripTrailingZeros()
                .toPlainString();
    }
}
