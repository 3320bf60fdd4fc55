package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Products and quotients beyond 64 bits, compared with exact arithmetic over the whole range, its ends and both sides
 * of each power of two.
 */
class WideTest {

    private static final int DRAWS = 100_000;
    private static final BigInteger SATURATED = BigInteger.valueOf(BucketMath.SATURATED);

    private static List<Long> corners() {
        List<Long> corners = new ArrayList<>(List.of(0L, 1L, 2L, 3L, 999L, 1000L, Long.MAX_VALUE - 1, Long.MAX_VALUE));
        for (int bit = 4; bit < Long.SIZE - 1; bit += 6) {
            corners.add((1L << bit) - 1);
            corners.add(1L << bit);
        }
        return corners;
    }

    private static long any(SplittableRandom random) {
        return random.nextLong(Long.MAX_VALUE) >>> random.nextInt(Long.SIZE - 1);
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static long atMostSaturated(BigInteger value) {
        return value.min(SATURATED).longValueExact();
    }

    private static void check(long elapsed, long ra, long rp, long rm) {
        BigInteger gross = big(elapsed).multiply(big(ra)).add(big(rm));
        String what = elapsed + " ms, " + ra + " each " + rp + " ms, remainder " + rm;

        assertThat(BucketMath.gained(elapsed, ra, rp, rm)).as(what).isEqualTo(atMostSaturated(gross.divide(big(rp))));
        assertThat(BucketMath.remainder(elapsed, ra, rp, rm))
                .as(what)
                .isEqualTo(gross.mod(big(rp)).longValueExact());
        if (elapsed > 0 && ra > 0) {
            BigInteger[] millis =
                    big(elapsed).multiply(big(rp)).subtract(big(rm)).divideAndRemainder(big(ra));
            BigInteger up = millis[1].signum() > 0 ? millis[0].add(BigInteger.ONE) : millis[0];
            assertThat(BucketMath.millisUntil(elapsed, ra, rp, rm)).as(what).isEqualTo(atMostSaturated(up));
        }
    }

    @Test
    void arithmetic_atEveryCorner_isExact() {
        List<Long> corners = corners();
        for (long elapsed : corners) {
            for (long ra : corners) {
                for (long rp : corners) {
                    if (rp > 0) {
                        check(elapsed, ra, rp, 0);
                        check(elapsed, ra, rp, rp - 1);
                    }
                }
            }
        }
    }

    @Test
    void arithmetic_ofAnyNumbers_isExact() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < DRAWS; i++) {
            long rp = Math.max(1, any(random));
            check(any(random), any(random), rp, random.nextLong(rp));
        }
    }

    @Test
    void compareProducts_ofAnyNumbers_isExact() {
        SplittableRandom random = new SplittableRandom(7);
        List<Long> corners = corners();
        for (int i = 0; i < DRAWS; i++) {
            long a = i % 2 == 0 ? any(random) : corners.get(random.nextInt(corners.size()));
            long b = any(random);
            long c = i % 3 == 0 ? b : any(random);
            long d = i % 3 == 0 ? a : any(random);
            assertThat(Integer.signum(BucketMath.compareProducts(a, b, c, d)))
                    .as("%d * %d and %d * %d", a, b, c, d)
                    .isEqualTo(big(a).multiply(big(b)).compareTo(big(c).multiply(big(d))));
        }
    }
}
