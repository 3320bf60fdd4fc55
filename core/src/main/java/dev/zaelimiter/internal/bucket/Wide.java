package dev.zaelimiter.internal.bucket;

/** Division of whole numbers of 126 bits by those of 63, none of them negative. Pure functions that make no object. */
final class Wide {

    /** What stands for a quotient of more than 63 bits. */
    static final long TOO_LARGE = -1;

    private Wide() {}

    /**
     * A quotient.
     *
     * @param high the upper 64 bits of the dividend, 0 or more
     * @param low the lower 64 bits
     * @param divisor 1 or more
     * @return rounded down; {@link #TOO_LARGE} if it does not fit
     */
    static long quotient(long high, long low, long divisor) {
        if (high >= divisor) {
            return TOO_LARGE;
        }
        if (high == 0) {
            long quotient = Long.divideUnsigned(low, divisor);
            return quotient < 0 ? TOO_LARGE : quotient;
        }
        long rest = high;
        long quotient = 0;
        for (int bit = Long.SIZE - 1; bit >= 0; bit--) {
            // The rest is less than the divisor, so twice of it fits an unsigned number.
            rest = (rest << 1) | ((low >>> bit) & 1);
            quotient <<= 1;
            if (Long.compareUnsigned(rest, divisor) >= 0) {
                rest -= divisor;
                quotient |= 1;
            }
        }
        return quotient < 0 ? TOO_LARGE : quotient;
    }

    /**
     * A remainder.
     *
     * @param high the upper 64 bits of the dividend, 0 or more
     * @param low the lower 64 bits
     * @param divisor 1 or more
     * @return 0 or more, less than the divisor
     */
    static long remainder(long high, long low, long divisor) {
        long rest = high % divisor;
        if (rest == 0) {
            return Long.remainderUnsigned(low, divisor);
        }
        for (int bit = Long.SIZE - 1; bit >= 0; bit--) {
            rest = (rest << 1) | ((low >>> bit) & 1);
            if (Long.compareUnsigned(rest, divisor) >= 0) {
                rest -= divisor;
            }
        }
        return rest;
    }
}
