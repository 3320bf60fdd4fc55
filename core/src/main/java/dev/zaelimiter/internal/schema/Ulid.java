package dev.zaelimiter.internal.schema;

import java.util.random.RandomGenerator;

/**
 * Identifiers that sort by the time at which they were made: 48 bits of milliseconds and 80 random bits, as 26 signs of
 * Crockford's base 32 (the ULID specification). Those of one instance rise strictly, also within a millisecond and when
 * the clock steps back. Safe for use by many threads.
 */
public final class Ulid {

    private static final String SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int LENGTH = 26;
    private static final int BITS = 5;
    private static final int RANDOM_SIGNS_EACH = 8;
    private static final long HALF = (1L << (BITS * RANDOM_SIGNS_EACH)) - 1;

    private final RandomGenerator random;
    private long millis = -1;
    private long high;
    private long low;

    /**
     * A source of identifiers.
     *
     * @param random where the random bits come from
     */
    public Ulid(RandomGenerator random) {
        this.random = random;
    }

    /**
     * The next one.
     *
     * @param now milliseconds since the epoch, 0 to 2<sup>48</sup> - 1
     * @return 26 signs
     */
    public synchronized String next(long now) {
        if (now > millis) {
            millis = now;
            high = random.nextLong() & HALF;
            // The top bit stays free, so that there is room to count up.
            low = random.nextLong() & (HALF >>> 1);
        } else if (low < HALF) {
            low++;
        } else {
            millis++;
            low = 0;
        }
        StringBuilder text = new StringBuilder(LENGTH);
        append(text, millis, LENGTH - 2 * RANDOM_SIGNS_EACH);
        append(text, high, RANDOM_SIGNS_EACH);
        append(text, low, RANDOM_SIGNS_EACH);
        return text.toString();
    }

    /**
     * When an identifier was made.
     *
     * @param id from {@link #next}, or made elsewhere by the same rule
     * @return milliseconds since the epoch, or -1 if it is no such identifier
     */
    public static long millis(String id) {
        if (id.length() != LENGTH) {
            return -1;
        }
        long millis = 0;
        for (int i = 0; i < LENGTH; i++) {
            int sign = SIGNS.indexOf(id.charAt(i));
            if (sign < 0) {
                return -1;
            }
            if (i < LENGTH - 2 * RANDOM_SIGNS_EACH) {
                millis = millis << BITS | sign;
            }
        }
        return millis;
    }

    private static void append(StringBuilder text, long bits, int signs) {
        for (int i = signs - 1; i >= 0; i--) {
            text.append(SIGNS.charAt((int) (bits >>> (i * BITS)) & (SIGNS.length() - 1)));
        }
    }
}
