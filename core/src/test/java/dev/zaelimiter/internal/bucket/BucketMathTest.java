package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Seeds;
import java.math.BigInteger;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The laws of the arithmetic, against exact numbers of any size. */
class BucketMathTest {

    private static final int CASES = 20_000;
    private static final long MOST_MILLI = 1_000_000_000_000_000_000L;
    private static final long LONGEST_PERIOD = 1_000_000_000_000L;
    private static final long DAY = 86_400_000;

    /** Numbers of one limit. */
    private record Rate(long ra, long rp) {}

    @Test
    void gainedAndRemainder_anyNumbers_areTheExactDivision() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long elapsed = magnitude(random, Long.MAX_VALUE);
            long rm = random.nextLong(rate.rp);
            BigInteger gross = big(elapsed).multiply(big(rate.ra)).add(big(rm));
            BigInteger[] exact = gross.divideAndRemainder(big(rate.rp));
            assertThat(BucketMath.gained(elapsed, rate.ra, rate.rp, rm))
                    .isEqualTo(exact[0].min(big(BucketMath.SATURATED)).longValueExact());
            assertThat(BucketMath.remainder(elapsed, rate.ra, rate.rp, rm)).isEqualTo(exact[1].longValueExact());
        });
    }

    @Test
    void gained_largestNumbers_saturatesAboveWhateverABalanceCanLack() {
        assertThat(BucketMath.gained(Long.MAX_VALUE, MOST_MILLI, 1000, 999)).isEqualTo(BucketMath.SATURATED);
        assertThat(BucketMath.remainder(Long.MAX_VALUE, MOST_MILLI, 1000, 999)).isBetween(0L, 999L);
        assertThat(BucketMath.SATURATED).isGreaterThan(4 * MOST_MILLI);
        assertThat(BucketMath.gained(LONGEST_PERIOD, MOST_MILLI, LONGEST_PERIOD, 0))
                .isEqualTo(MOST_MILLI);
        assertThat(BucketMath.millisUntil(MOST_MILLI, 1000, LONGEST_PERIOD, 0)).isEqualTo(BucketMath.SATURATED);
    }

    @Test
    void elapsed_anyTwoInstants_isTheDifferenceOrNothing() {
        Seeds.each(CASES, random -> {
            long stamp = instant(random);
            long now = instant(random);
            BigInteger exact =
                    big(now).subtract(big(stamp)).max(BigInteger.ZERO).min(big(Long.MAX_VALUE));
            assertThat(BucketMath.elapsed(stamp, now)).isEqualTo(exact.longValueExact());
        });
        assertThat(BucketMath.elapsed(Long.MIN_VALUE, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(BucketMath.elapsed(Long.MAX_VALUE, Long.MIN_VALUE)).isZero();
    }

    @Test
    void refill_inManySteps_equalsOneStep() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long whole = magnitude(random, 10_000_000_000_000L);
            long rm = random.nextLong(rate.rp);
            BigInteger once = big(whole).multiply(big(rate.ra)).add(big(rm)).divide(big(rate.rp));
            if (once.compareTo(big(BucketMath.SATURATED)) >= 0) {
                return;
            }
            long left = whole;
            long tokens = 0;
            long remainder = rm;
            for (int step = 9; step >= 0; step--) {
                long elapsed = step == 0 ? left : random.nextLong(left + 1);
                tokens += BucketMath.gained(elapsed, rate.ra, rate.rp, remainder);
                remainder = BucketMath.remainder(elapsed, rate.ra, rate.rp, remainder);
                left -= elapsed;
            }
            assertThat(tokens).isEqualTo(once.longValueExact());
            assertThat(remainder).isEqualTo(BucketMath.remainder(whole, rate.ra, rate.rp, rm));
        });
    }

    @Test
    void refill_onePerDayEachMillisecond_losesNothingInAMillionSteps() {
        long slow = 0;
        long slowLeft = 0;
        long fast = 0;
        long fastLeft = 0;
        int steps = 1_000_000;
        for (int i = 0; i < steps; i++) {
            slow += BucketMath.gained(1, 1000, DAY, slowLeft);
            slowLeft = BucketMath.remainder(1, 1000, DAY, slowLeft);
            fast += BucketMath.gained(1, 1_000_000, 1000, fastLeft);
            fastLeft = BucketMath.remainder(1, 1_000_000, 1000, fastLeft);
        }
        assertThat(slow).isEqualTo(steps * 1000L / DAY);
        assertThat(slowLeft).isEqualTo(steps * 1000L % DAY);
        assertThat(fast).isEqualTo(steps * 1000L);
        assertThat(fastLeft).isZero();
    }

    @Test
    void gained_moreTimeOrHigherRate_isNeverLess() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long elapsed = magnitude(random, Long.MAX_VALUE / 2);
            long later = elapsed + magnitude(random, Long.MAX_VALUE / 2);
            long rm = random.nextLong(rate.rp);
            long gained = BucketMath.gained(elapsed, rate.ra, rate.rp, rm);
            assertThat(BucketMath.gained(later, rate.ra, rate.rp, rm)).isGreaterThanOrEqualTo(gained);
            assertThat(BucketMath.gained(elapsed, rate.ra + 1, rate.rp, rm)).isGreaterThanOrEqualTo(gained);
            assertThat(BucketMath.gained(elapsed, rate.ra, rate.rp, 0)).isBetween(Math.max(0, gained - 1), gained);
        });
    }

    @Test
    void balance_clockStandsStillOrRunsBack_addsNothing() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long stamp = instant(random);
            long now = random.nextBoolean() ? stamp : instant(random);
            if (now > stamp) {
                return;
            }
            ModelBucket bucket = ModelBucket.of(5000, 10_000, rate.ra, rate.rp, stamp);
            bucket.rm[0] = rate.rp - 1;
            BucketImage image = bucket.image();
            assertThat(image.balance(0, image.rates(), now)).isEqualTo(5000);
        });
    }

    @Test
    void millisUntil_anyDeficit_isTheFirstMillisecondThatFits() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long deficit = magnitude(random, 2 * MOST_MILLI);
            long rm = random.nextLong(rate.rp);
            long wait = BucketMath.millisUntil(deficit, rate.ra, rate.rp, rm);
            if (deficit <= 0) {
                assertThat(wait).isZero();
            } else if (wait < BucketMath.SATURATED) {
                assertThat(BucketMath.gained(wait, rate.ra, rate.rp, rm)).isGreaterThanOrEqualTo(deficit);
                assertThat(wait).isPositive();
                assertThat(BucketMath.gained(wait - 1, rate.ra, rate.rp, rm)).isLessThan(deficit);
            } else {
                assertThat(BucketMath.gained(BucketMath.SATURATED - 1, rate.ra, rate.rp, rm))
                        .isLessThan(deficit);
            }
        });
    }

    @Test
    void millisUntil_ofAnImage_isTheFirstMillisecondThatFitsWhereverTheStampLies() {
        Seeds.each(CASES, random -> {
            Rate rate = rate(random);
            long cap = 1 + magnitude(random, MOST_MILLI);
            long stamp = 1_700_000_000_000L;
            long now = stamp + random.nextLong(-BucketImage.MAX_AHEAD_MILLIS, 1_000_000_000L);
            ModelBucket bucket = ModelBucket.of(cap - magnitude(random, 2 * cap), cap, rate.ra, rate.rp, stamp);
            bucket.rm[0] = random.nextLong(-1, rate.rp);
            BucketImage image = bucket.image();
            long amount = random.nextLong(cap) + 1;
            long wait = image.millisUntil(0, image.rates(), amount, now);
            if (wait > Long.MAX_VALUE / 4) {
                return;
            }
            assertThat(image.balance(0, image.rates(), now + wait)).isGreaterThanOrEqualTo(amount);
            if (wait > 0) {
                assertThat(image.balance(0, image.rates(), now + wait - 1)).isLessThan(amount);
            }
        });
    }

    @Test
    void millisUntil_stampFarAhead_countsFromNow() {
        ModelBucket bucket = ModelBucket.of(0, 10_000, 1000, 1000, 10_000_000);
        BucketImage image = bucket.image();
        assertThat(image.millisUntil(0, image.rates(), 2000, 10_000_000 - BucketImage.MAX_AHEAD_MILLIS))
                .isEqualTo(BucketImage.MAX_AHEAD_MILLIS + 2000);
        // Two seconds may be the distance of two clocks, where another is a minute ahead: they count from its stamp.
        assertThat(image.millisUntil(0, image.rates(), 2000, 10_000_000 - BucketImage.MAX_AHEAD_MILLIS - 1))
                .isEqualTo(BucketImage.MAX_AHEAD_MILLIS + 1 + 2000);
        assertThat(image.millisUntil(0, image.rates(), 2000, 10_000_000 - 2 * BucketImage.MAX_AHEAD_MILLIS))
                .isEqualTo(2000);
    }

    @Test
    void validRemainder_outsideThePeriod_readsAsNothing() {
        assertThat(BucketMath.validRemainder(0, 1000)).isZero();
        assertThat(BucketMath.validRemainder(999, 1000)).isEqualTo(999);
        assertThat(BucketMath.validRemainder(1000, 1000)).isZero();
        assertThat(BucketMath.validRemainder(86_399_999, 1000)).isZero();
        assertThat(BucketMath.validRemainder(-1, 1000)).isZero();
        assertThat(BucketMath.validRemainder(Long.MIN_VALUE, 1000)).isZero();
    }

    @Test
    void plus_anyTwoNumbers_stopsAtTheEndOfTheRange() {
        Seeds.each(CASES, random -> {
            long a = instant(random);
            long b = instant(random);
            BigInteger exact = big(a).add(big(b)).max(big(Long.MIN_VALUE)).min(big(Long.MAX_VALUE));
            assertThat(BucketMath.plus(a, b)).isEqualTo(exact.longValueExact());
        });
    }

    @Test
    void minus_anyTwoNumbers_stopsAtTheEndOfTheRange() {
        Seeds.each(CASES, random -> {
            long a = instant(random);
            long b = instant(random);
            BigInteger exact = big(a).subtract(big(b)).max(big(Long.MIN_VALUE)).min(big(Long.MAX_VALUE));
            assertThat(BucketMath.minus(a, b)).isEqualTo(exact.longValueExact());
        });
        assertThat(BucketMath.minus(0, Long.MIN_VALUE)).isEqualTo(Long.MAX_VALUE);
        assertThat(BucketMath.minus(Long.MIN_VALUE, 1)).isEqualTo(Long.MIN_VALUE);
    }

    @Test
    void millisToFull_balanceAboveZero_countsFromEmpty() {
        Rates rates = new Rates(new long[] {10_000}, new long[] {1000}, new long[] {1000});
        assertThat(rates.millisToFull(0, 9_999)).isEqualTo(10_000);
        assertThat(rates.millisToFull(0, 0)).isEqualTo(10_000);
        assertThat(rates.millisToFull(0, -5_000)).isEqualTo(15_000);
        assertThat(rates.millisToFull(0, Long.MIN_VALUE)).isPositive();
    }

    private static Rate rate(SplittableRandom random) {
        return new Rate(1 + magnitude(random, MOST_MILLI - 1), 1 + magnitude(random, LONGEST_PERIOD - 1));
    }

    /** A number of any size: small ones as often as large ones. */
    private static long magnitude(SplittableRandom random, long most) {
        int bits = random.nextInt(64 - Long.numberOfLeadingZeros(most) + 1);
        long number = bits == 0 ? 0 : random.nextLong() >>> (64 - bits);
        return switch (random.nextInt(16)) {
            case 0 -> most;
            case 1 -> most - Math.min(most, 1);
            default -> Math.min(most, number & Long.MAX_VALUE);
        };
    }

    private static long instant(SplittableRandom random) {
        return switch (random.nextInt(8)) {
            case 0 -> Long.MIN_VALUE;
            case 1 -> Long.MAX_VALUE;
            case 2 -> 0;
            case 3 -> 1_700_000_000_000L + random.nextInt();
            default -> random.nextLong();
        };
    }

    private static BigInteger big(long number) {
        return BigInteger.valueOf(number);
    }
}
