package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * A change of the limits of a bucket, at the ends of all ranges, and whatever others have written since it was seen.
 */
class BucketRewriteTest {

    private static final int RUNS = 20_000;
    private static final long STAMP = SomeBucket.STAMP;
    private static final long BUDGET_PERIOD = SomeBucket.LONGEST_PERIOD;

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    private static BucketRewrite of(BucketImage image, long now, @Nullable LimitNumbers numbers) {
        BucketRewrite rewrite = new BucketRewrite(image, now);
        rewrite.keep(0, numbers);
        rewrite.keep(1, null);
        return rewrite;
    }

    private static BucketImage bucket(LimitNumbers numbers, long tk, long rm) {
        return SomeBucket.image(SomeBucket.rates(numbers), 1, 0, tk, rm, 0);
    }

    @Test
    @DisplayName("no new numbers give more than refill has given, and none take away what fits below the new ceiling")
    void keep_anyNumbers_clampsAndGivesNothing() {
        int passed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            long count = some.pick(1, 1, 8);
            BucketImage image = some.image(some.numbers(), count, (int) some.upTo(count - 1));
            LimitNumbers numbers = some.oneIn(3) ? null : some.numbers();
            if (image.stored().isBudget(0) && numbers != null && numbers.isBudget()) {
                continue;
            }
            long now = some.now();
            LimitUpdate.Kept kept = SomeBucket.kept(of(image, now, numbers).plan());
            long old = image.rates().cap(0);
            long ceiling = numbers == null ? old : Math.min(old, image.share(numbers.cap()));
            for (long stored : SomeBucket.storedMeanwhile(kept, image.tk()[0], old)) {
                BigInteger after = SomeBucket.applied(kept, stored);
                if (after != null) {
                    passed++;
                    BigInteger refilled = floored(
                            SomeBucket.exact(image, stored, now), image.rates().rp(0));
                    assertThat(after).as("seed %s", seed).isEqualTo(refilled.min(big(ceiling)));
                }
            }
            assertThat(SomeBucket.applied(kept, image.tk()[0]))
                    .as("seed %s: as seen", seed)
                    .isNotNull();
            long period = numbers == null ? image.rates().rp(0) : numbers.rp();
            assertThat(kept.remainder()).as("seed %s", seed).isBetween(0L, period - 1);
        }
        assertThat(passed).isGreaterThan(RUNS);
    }

    private static BigInteger floored(BigInteger exact, long period) {
        BigInteger[] parts = exact.divideAndRemainder(big(period));
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    @Test
    @DisplayName(
            "of a budget what was used stays used: it may be in debt afterwards, and gets what the new one has more")
    void keep_budgetUnderAnother_movesByTheDifference() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            long count = some.pick(1, 1, 8);
            LimitNumbers before = new LimitNumbers(some.cap(), 1_000, BUDGET_PERIOD);
            LimitNumbers numbers = new LimitNumbers(some.cap(), 1_000, BUDGET_PERIOD);
            BucketImage image = some.image(before, count, (int) some.upTo(count - 1));
            LimitUpdate.Kept kept =
                    SomeBucket.kept(of(image, some.now(), numbers).plan());
            long old = image.rates().cap(0);
            for (long stored : SomeBucket.storedMeanwhile(kept, image.tk()[0], old)) {
                BigInteger after = SomeBucket.applied(kept, stored);
                if (after != null) {
                    BigInteger used = big(old).subtract(big(stored));
                    assertThat(big(image.share(numbers.cap())).subtract(after))
                            .as("seed %s", seed)
                            .isEqualTo(used);
                }
            }
        }
    }

    @Test
    @DisplayName("when the bucket may vanish each limit is full, also where others have left deeper debts since")
    void timeToLive_anyStoredBalanceThatPasses_isFullByThen() {
        int told = 0;
        int passed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            BucketImage image = some.image(some.numbers(), 1, 0);
            LimitNumbers numbers = some.oneIn(3) ? null : some.numbers();
            long now = some.now();
            BucketUpdate update = of(image, now, numbers).plan((int) some.pick(1, 7, 1_000));
            LimitUpdate.Kept kept = SomeBucket.kept(update);
            if (update.ttl() == Plan.NO_END) {
                continue;
            }
            told++;
            assertThat(update.ttl()).as("seed %s", seed).isNotNegative();
            LimitNumbers after = numbers == null
                    ? new LimitNumbers(
                            image.stored().cap(0),
                            image.stored().ra(0),
                            image.stored().rp(0))
                    : numbers;
            for (long stored : SomeBucket.storedMeanwhile(
                    kept, image.tk()[0], image.rates().cap(0))) {
                BigInteger balance = SomeBucket.applied(kept, stored);
                if (balance != null) {
                    passed++;
                    BigInteger millis = big(update.ttl()).multiply(big(1_000)).subtract(big(now));
                    BigInteger then = balance.multiply(big(after.rp()))
                            .add(millis.max(BigInteger.ZERO).multiply(big(after.isBudget() ? 0 : after.ra())));
                    assertThat(then)
                            .as("seed %s", seed)
                            .isGreaterThanOrEqualTo(big(after.cap()).multiply(big(after.rp())));
                }
            }
        }
        assertThat(told).isGreaterThan(RUNS / 10);
        assertThat(passed).isGreaterThan(RUNS / 10);
    }

    @Test
    void keep_changedPeriod_keepsThePartOfAMillitoken() {
        LimitNumbers before = new LimitNumbers(10_000, 1, 100_000);
        BucketImage image = bucket(before, 2_000, 0);
        LimitNumbers after = new LimitNumbers(10_000, 1, 1_000_000);
        LimitUpdate.Kept kept = SomeBucket.kept(of(image, STAMP + 50_000, after).plan());
        assertThat(kept.amount()).isZero();
        assertThat(kept.remainder()).isEqualTo(500_000);
        assertThat(kept.numbers()).isEqualTo(after);
    }

    @Test
    @DisplayName("the longest period under the shortest, and back: the part of a millitoken stays below a whole one")
    void keep_periodsAtTheEnds_remainderStaysBelowOne() {
        LimitNumbers longest = new LimitNumbers(10_000, 1, SomeBucket.LONGEST_PERIOD);
        LimitNumbers shortest = new LimitNumbers(10_000, 1, 1_000);
        long most = SomeBucket.LONGEST_PERIOD - 1;
        assertThat(SomeBucket.kept(of(bucket(longest, 0, most), STAMP, shortest).plan())
                        .remainder())
                .isEqualTo(999);
        assertThat(SomeBucket.kept(of(bucket(shortest, 0, 999), STAMP, longest).plan())
                        .remainder())
                .isEqualTo(999_000_000_000L);
    }

    @Test
    void addAndRemove_inAShard_isFullAtItsShare() {
        BucketImage image = SomeBucket.image(
                SomeBucket.rates(new LimitNumbers(1_000, 1, 1_000)), 4, 1, 0, BucketImage.NO_REMAINDER, 0);
        BucketRewrite rewrite = new BucketRewrite(image, STAMP);
        rewrite.remove(0);
        rewrite.keep(1, null);
        LimitNumbers added = new LimitNumbers(SomeBucket.LARGEST_CAP - 1, 5, 1_000);
        rewrite.add("day", added);
        BucketUpdate update = rewrite.plan();
        assertThat(update.limits())
                .contains(new LimitUpdate.Removed(0), new LimitUpdate.Added("day", image.share(added.cap()), added));
        assertThat(update.ttl()).isEqualTo(Plan.KEEP);
        assertThat(update.shardCount()).isEqualTo(4);
        assertThat(update.stamp()).isEqualTo(STAMP);
    }

    @Test
    @DisplayName("a budget that is not full, and a limit that fills later than can be told, have no end")
    void timeToLive_thatCannotBeTold_isNone() {
        LimitNumbers budget = new LimitNumbers(1_000, 1_000, BUDGET_PERIOD);
        assertThat(of(bucket(budget, 999, 0), STAMP, null).plan(7).ttl()).isEqualTo(Plan.NO_END);
        LimitNumbers slow = new LimitNumbers(SomeBucket.LARGEST_CAP, 1_001, BUDGET_PERIOD);
        assertThat(of(bucket(slow, 0, 0), STAMP, null).plan(7).ttl()).isEqualTo(Plan.NO_END);
        LimitNumbers quick = new LimitNumbers(60_000, 1_000, 1_000);
        assertThat(of(bucket(quick, 0, 0), STAMP, null).plan(0).ttl()).isEqualTo(Plan.NO_END);
        assertThat(of(bucket(quick, 0, 0), STAMP, null).plan(2).ttl()).isEqualTo(STAMP / 1_000 + 120);
    }

    @Test
    @DisplayName("a clock that was set back neither refills nor moves the stamp; one far behind takes it back")
    void keep_clockBehind_stampStaysOrIsTakenBack() {
        BucketImage image = bucket(new LimitNumbers(1_000, 1_000, 1_000), 500, 7);
        BucketUpdate behind = of(image, STAMP - 1_000, null).plan();
        assertThat(behind.stamp()).isEqualTo(STAMP);
        assertThat(SomeBucket.kept(behind).amount()).isZero();
        assertThat(SomeBucket.kept(behind).remainder()).isEqualTo(7);
        BucketUpdate far = of(image, STAMP - 100_000, null).plan();
        assertThat(far.stamp()).isEqualTo(STAMP - 100_000);
        assertThat(far.takenBack()).isEqualTo(new TakenBack(40_000, 100_000));
        assertThat(SomeBucket.kept(far).remainder()).isEqualTo(7);
    }
}
