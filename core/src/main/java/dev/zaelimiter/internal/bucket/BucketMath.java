package dev.zaelimiter.internal.bucket;

/**
 * Token-bucket arithmetic in whole millitokens and milliseconds.
 *
 * <p>A bucket gains {@code ra} millitokens each {@code rp} milliseconds. What a refill leaves over, less than one
 * millitoken, is kept as a remainder in units of ms x millitokens:
 *
 * <pre>
 * gross = elapsed * ra + rm;   gained = gross div rp;   rm' = gross mod rp
 * </pre>
 *
 * so the stamp may move to now as often as it likes, and a limit of one per day in the same bucket as one of a thousand
 * per second loses nothing. Division floors, which favours the limit; waiting times are rounded up, which favours it
 * too.
 *
 * <p>Products are taken in 128 bits where 64 do not hold them; a gain beyond {@link #SATURATED} reads as that.
 */
public final class BucketMath {

    /** More than any balance can lack: four times the largest capacity. */
    public static final long SATURATED = Long.MAX_VALUE / 2;

    /** The deepest debt that is written: as much below 0 as any gain is counted to. */
    public static final long DEEPEST = -SATURATED;

    /** Millitokens in a token. */
    public static final long MILLI = 1000;

    private BucketMath() {}

    /**
     * The time that counts for a refill.
     *
     * @param stampMillis when the bucket was last refilled
     * @param nowMillis now
     * @return milliseconds, 0 if the clock stands still or runs back
     */
    public static long elapsed(long stampMillis, long nowMillis) {
        if (nowMillis <= stampMillis) {
            return 0;
        }
        long elapsed = nowMillis - stampMillis;
        return elapsed < 0 ? Long.MAX_VALUE : elapsed;
    }

    /**
     * What comes back in a time.
     *
     * @param elapsed milliseconds, 0 or more
     * @param ra millitokens per period, 0 or more
     * @param rp the period in milliseconds, 1 or more
     * @param rm the remainder so far, {@code 0 <= rm < rp}
     * @return millitokens, rounded down, at most {@link #SATURATED}
     */
    public static long gained(long elapsed, long ra, long rp, long rm) {
        if (fits(elapsed, ra, rm)) {
            return Math.min(SATURATED, (elapsed * ra + rm) / rp);
        }
        long low = elapsed * ra + rm;
        long high = Math.multiplyHigh(elapsed, ra) + (Long.compareUnsigned(low, rm) < 0 ? 1 : 0);
        long gained = Wide.quotient(high, low, rp);
        return gained < 0 ? SATURATED : Math.min(SATURATED, gained);
    }

    /**
     * What is left of a time when its whole millitokens are taken out.
     *
     * @param elapsed as in {@link #gained}
     * @param ra as in {@link #gained}
     * @param rp as in {@link #gained}
     * @param rm as in {@link #gained}
     * @return ms x millitokens, {@code 0 <= rm < rp}
     */
    public static long remainder(long elapsed, long ra, long rp, long rm) {
        if (fits(elapsed, ra, rm)) {
            return (elapsed * ra + rm) % rp;
        }
        long low = elapsed * ra + rm;
        long high = Math.multiplyHigh(elapsed, ra) + (Long.compareUnsigned(low, rm) < 0 ? 1 : 0);
        return Wide.remainder(high, low, rp);
    }

    /**
     * The first moment at which a deficit has come back.
     *
     * @param deficit millitokens that are missing; nothing is missing at 0 or less
     * @param ra millitokens per period, 0 or more: a shard's share may be nothing
     * @param rp the period in milliseconds, 1 or more
     * @param rm the remainder so far, {@code 0 <= rm < rp}
     * @return milliseconds from the stamp, rounded up; {@link #SATURATED} if later than that, or never
     */
    public static long millisUntil(long deficit, long ra, long rp, long rm) {
        if (deficit <= 0) {
            return 0;
        }
        if (ra == 0) {
            return SATURATED;
        }
        if (fits(deficit, rp, 0)) {
            return Math.min(SATURATED, ceilDiv(deficit * rp - rm, ra));
        }
        long low = deficit * rp - rm;
        long high = Math.multiplyHigh(deficit, rp) - (Long.compareUnsigned(deficit * rp, rm) < 0 ? 1 : 0);
        long millis = Wide.quotient(high, low, ra);
        if (millis < 0 || millis >= SATURATED) {
            return SATURATED;
        }
        return Wide.remainder(high, low, ra) == 0 ? millis : millis + 1;
    }

    /**
     * A remainder that can be trusted.
     *
     * @param rm what is stored; another writer, who knows no remainders, may have changed the period since
     * @param rp the period that it is read under
     * @return {@code rm} if it lies in {@code 0 <= rm < rp}, otherwise 0
     */
    public static long validRemainder(long rm, long rp) {
        return rm >= 0 && rm < rp ? rm : 0;
    }

    /**
     * A sum that does not overflow.
     *
     * @param a a balance
     * @param b what is added
     * @return the sum, or the end of the range that it passed
     */
    public static long plus(long a, long b) {
        long sum = a + b;
        if (((a ^ sum) & (b ^ sum)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return sum;
    }

    /**
     * A difference that does not overflow.
     *
     * @param a a balance
     * @param b what is taken off
     * @return the difference, or the end of the range that it passed
     */
    public static long minus(long a, long b) {
        long difference = a - b;
        if (((a ^ b) & (a ^ difference)) < 0) {
            return a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return difference;
    }

    /**
     * Which of two products is larger. None of the factors is negative.
     *
     * @param a a factor of the one
     * @param b its other factor
     * @param c a factor of the other
     * @param d its other factor
     * @return negative if the one is less, 0 if they are the same, positive if it is more
     */
    public static int compareProducts(long a, long b, long c, long d) {
        int high = Long.compare(Math.multiplyHigh(a, b), Math.multiplyHigh(c, d));
        return high != 0 ? high : Long.compareUnsigned(a * b, c * d);
    }

    /**
     * How much of a debit a balance can bear: a debt deeper than {@link #DEEPEST} would soon be no number any more.
     *
     * @param balance millitokens
     * @param debit millitokens, 0 or more
     * @return the same, or less
     */
    public static long bearable(long balance, long debit) {
        return Math.min(debit, Math.max(0, plus(balance, -DEEPEST)));
    }

    private static long ceilDiv(long dividend, long divisor) {
        long quotient = dividend / divisor;
        return quotient * divisor < dividend ? quotient + 1 : quotient;
    }

    /** Whether a product of two numbers and a third, none of them negative, fit together. */
    private static boolean fits(long a, long b, long plus) {
        return Math.multiplyHigh(a, b) == 0 && a * b >= 0 && a * b + plus >= 0;
    }
}
