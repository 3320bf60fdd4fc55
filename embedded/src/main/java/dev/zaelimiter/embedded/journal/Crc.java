package dev.zaelimiter.embedded.journal;

import java.util.zip.CRC32C;

/** CRC-32C (Castagnoli), for which processors have an instruction. */
final class Crc {

    /** The polynomial, lowest power first; and so are all others here. */
    private static final int POLYNOMIAL = 0x82F63B78;

    private static final int ONE = 1 << 31;

    /** x to the power of 8, of 16, of 32 and so on: what a sum is multiplied by for 1, 2, 4... bytes that follow. */
    private static final int[] POWERS = powers();

    private Crc() {}

    static int of(byte[] bytes, int from, int to) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, from, to - from);
        return (int) crc.getValue();
    }

    /**
     * What a sum adds to the sum of all when so many bytes follow: the sum of a and b is followedBy(a, |b|) ^ of(b).
     */
    static int followedBy(int sum, long bytes) {
        int product = sum;
        int bit = 0;
        for (long left = bytes; left != 0; left >>>= 1, bit++) {
            if ((left & 1) != 0) {
                product = times(POWERS[bit], product);
            }
        }
        return product;
    }

    private static int[] powers() {
        int[] powers = new int[Long.SIZE];
        powers[0] = ONE >>> 8;
        for (int i = 1; i < powers.length; i++) {
            powers[i] = times(powers[i - 1], powers[i - 1]);
        }
        return powers;
    }

    /** The product of two polynomials over GF(2), modulo that of the sum. */
    private static int times(int a, int b) {
        int product = 0;
        int shifted = b;
        for (int bit = ONE; bit != 0; bit >>>= 1) {
            if ((a & bit) != 0) {
                product ^= shifted;
            }
            shifted = (shifted & 1) == 0 ? shifted >>> 1 : (shifted >>> 1) ^ POLYNOMIAL;
        }
        return product;
    }
}
