package dev.zaelimiter.cli.replay;

/**
 * How long callers would have had to wait, in bounded memory: exact below 512 ms, and within 0.4% above.
 *
 * <p>A number of n significant bits, n > 9, falls into a bucket of its highest 9 bits.
 */
final class WaitHistogram {

    private static final int EXACT_BITS = 9;
    private static final int HALF = 1 << (EXACT_BITS - 1);

    private final long[] counts = new long[HALF * (Long.SIZE - EXACT_BITS + 1)];
    private long count;
    private long longestMillis;

    /** Adds one wait of 0 or more milliseconds. */
    void add(long millis) {
        counts[index(millis)]++;
        count++;
        longestMillis = Math.max(longestMillis, millis);
    }

    /** How many waits there are. */
    long count() {
        return count;
    }

    /** The longest wait, exactly; 0 if there is none. */
    long longestMillis() {
        return longestMillis;
    }

    /**
     * The wait that a share of the callers does not exceed.
     *
     * @param share 0 to 1
     * @return milliseconds, rounded up by 0.4% at most; 0 if there is none
     */
    long quantileMillis(double share) {
        long wanted = Math.max(1, (long) Math.ceil(share * count));
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= wanted) {
                return Math.min(longestMillis, highestIn(i));
            }
        }
        return longestMillis;
    }

    /** How many waits are shorter; a wait within 0.4% of the bound may be on either side of it. */
    long countBelow(long millis) {
        long below = 0;
        for (int i = 0; i < index(millis); i++) {
            below += counts[i];
        }
        return below;
    }

    private static int index(long value) {
        int shift = Math.max(0, Long.SIZE - EXACT_BITS - Long.numberOfLeadingZeros(value));
        return shift * HALF + (int) (value >>> shift);
    }

    private static long highestIn(int index) {
        int shift = Math.max(0, index / HALF - 1);
        long top = index - (long) shift * HALF;
        return ((top + 1) << shift) - 1;
    }
}
