package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What moves between shards, at the ends of all ranges, and whatever others have written since the shard was seen. */
@Tag("same-on-every-jdk")
class TransfersTest {

    private static final int RUNS = 20_000;
    private static final long STAMP = SomeBucket.STAMP;

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }

    /** In whole millitokens, as they are written. */
    private static BigInteger balance(BucketImage image, long stored, long now) {
        BigInteger period = big(image.rates().rp(0));
        BigInteger exact = SomeBucket.exact(image, stored, now);
        BigInteger[] parts = exact.divideAndRemainder(period);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    private static BucketImage shard(SomeBucket some, long count) {
        return some.image(some.numbers(), count, (int) some.upTo(count - 1));
    }

    @Test
    @DisplayName("a split makes and loses nothing, whatever was taken or given back since the shard was seen")
    void split_anyStoredBalanceThatPasses_movesWithoutLoss() {
        int passed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            BucketImage image = shard(some, some.pick(1, 2, 16));
            long now = some.now();
            Transfers.Split split = Transfers.split(image, now);
            LimitUpdate.Kept kept = SomeBucket.kept(split.kept());
            BigInteger moved = big(split.balances()[0]);
            long cap = image.rates().cap(0);
            for (long stored : SomeBucket.storedMeanwhile(kept, image.tk()[0], cap)) {
                BigInteger after = SomeBucket.applied(kept, stored);
                if (after != null) {
                    passed++;
                    assertThat(after.add(moved))
                            .as("seed %s, %s stored", seed, stored)
                            .isEqualTo(balance(image, stored, now));
                    assertThat(after.signum() * moved.signum())
                            .as("seed %s: signs", seed)
                            .isNotNegative();
                    long half = Shares.of(image.stored().cap(0), 2 * image.shardCount(), image.shard());
                    assertThat(after).as("seed %s: its ceiling", seed).isLessThanOrEqualTo(big(half));
                }
            }
            long other = Shares.of(image.stored().cap(0), 2 * image.shardCount(), split.shard());
            assertThat(moved).as("seed %s: ceiling of the other", seed).isLessThanOrEqualTo(big(other));
        }
        assertThat(passed).isGreaterThan(2 * RUNS);
    }

    @Test
    @DisplayName("a shard is split by the image that was just seen, be its debt the deepest")
    void split_nothingWrittenSince_passes() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            BucketImage image = shard(some, some.pick(1, 2, 16));
            LimitUpdate.Kept kept =
                    SomeBucket.kept(Transfers.split(image, some.now()).kept());
            assertThat(SomeBucket.applied(kept, image.tk()[0]))
                    .as("seed %s", seed)
                    .isNotNull();
        }
    }

    @Test
    void split_neverHasATimeToLive_andCountsTwice() {
        BucketImage image =
                SomeBucket.image(SomeBucket.rates(new LimitNumbers(100_003, 1_000, 60_000)), 4, 3, 25_000, 0, 0);
        Transfers.Split split = Transfers.split(image, STAMP);
        assertThat(split.kept().ttl()).isEqualTo(Plan.NO_END);
        assertThat(split.kept().shardCount()).isEqualTo(8);
        assertThat(split.shard()).isEqualTo(7);
        assertThat(split.balances()).containsExactly(12_500, 1_000_000);
    }

    @Test
    @DisplayName(
            "a merge adds up both halves to the last part of a millitoken, whatever was taken from the lower since")
    void merge_anyStoredBalanceThatPasses_addsUp() {
        int passed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            long count = some.pick(2, 4, Shares.MAX);
            int shard = (int) some.upTo(count / 2 - 1);
            LimitNumbers numbers = some.numbers();
            BucketImage low = some.image(numbers, count, shard);
            BucketImage high = some.image(numbers, count, (int) (shard + count / 2));
            long now = some.now();
            Transfers.Merge merge = Transfers.merge(low, high, now);
            LimitUpdate.Kept kept = SomeBucket.kept(merge.kept());
            for (long stored :
                    SomeBucket.storedMeanwhile(kept, low.tk()[0], low.rates().cap(0))) {
                BigInteger after = SomeBucket.applied(kept, stored);
                if (after != null) {
                    passed++;
                    BigInteger exact = after.multiply(big(numbers.rp())).add(big(kept.remainder()));
                    assertThat(exact)
                            .as("seed %s, %s stored", seed, stored)
                            .isEqualTo(
                                    SomeBucket.exact(low, stored, now).add(SomeBucket.exact(high, high.tk()[0], now)));
                }
            }
            assertThat(kept.remainder()).as("seed %s: remainder", seed).isBetween(0L, numbers.rp() - 1);
            assertThat(merge.pinned()).as("all but wcu").isEqualTo(1);
            assertThat(merge.kept().shardCount()).isEqualTo(count / 2);
        }
        assertThat(passed).isGreaterThan(RUNS);
    }

    @Test
    @DisplayName("counters of both halves near their turn: they add up, once around")
    void merge_countersNearTheTurn_startAnewOnce() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            LimitNumbers numbers = some.numbers();
            BucketImage low = some.image(numbers, 2, 0);
            BucketImage high = some.image(numbers, 2, 1);
            LimitUpdate.Kept kept =
                    SomeBucket.kept(Transfers.merge(low, high, STAMP).kept());
            long after = low.tc()[0] + Counters.step(low.tc()[0], kept.consumed());
            BigInteger sum = big(low.tc()[0]).add(big(high.tc()[0]));
            assertThat(big(after)).as("seed %s", seed).isEqualTo(sum.mod(big(Counters.TURN)));
        }
    }

    @Test
    @DisplayName("what is split and made one again holds what it held, to the millitoken")
    void splitThenMerge_atOnce_isAsBefore() {
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            long count = some.pick(1, 2, 16);
            LimitNumbers numbers = some.numbers();
            BucketImage image = some.image(numbers, count, (int) some.upTo(count - 1));
            Transfers.Split split = Transfers.split(image, STAMP);
            LimitUpdate.Kept kept = SomeBucket.kept(split.kept());
            BigInteger lower = SomeBucket.applied(kept, image.tk()[0]);
            assertThat(lower).isNotNull();
            Rates stored = SomeBucket.rates(numbers);
            BucketImage low = SomeBucket.image(
                    stored, 2 * count, image.shard(), lower.longValueExact(), kept.remainder(), image.tc()[0]);
            BucketImage high = SomeBucket.image(
                    stored, 2 * count, split.shard(), split.balances()[0], BucketImage.NO_REMAINDER, 0);
            LimitUpdate.Kept back =
                    SomeBucket.kept(Transfers.merge(low, high, STAMP).kept());
            BigInteger whole = SomeBucket.applied(back, low.tk()[0]);
            assertThat(whole).as("seed %s", seed).isNotNull();
            BigInteger exact = SomeBucket.exact(image, image.tk()[0], STAMP);
            BigInteger again = whole.multiply(big(numbers.rp())).add(big(back.remainder()));
            // A half that comes to its ceiling keeps no part of a millitoken.
            assertThat(again).as("seed %s", seed).isLessThanOrEqualTo(exact);
            assertThat(again).as("seed %s", seed).isGreaterThan(exact.subtract(big(numbers.rp())));
        }
    }

    @Test
    void merge_ofOthers_isRefused() {
        Rates stored = SomeBucket.rates(new LimitNumbers(1_000, 1, 1_000));
        BucketImage zero = SomeBucket.image(stored, 4, 0, 0, 0, 0);
        assertThat(Transfers.pair(zero, SomeBucket.image(stored, 4, 2, 0, 0, 0)))
                .isTrue();
        for (BucketImage other : new BucketImage[] {
            SomeBucket.image(stored, 4, 1, 0, 0, 0),
            SomeBucket.image(stored, 8, 2, 0, 0, 0),
            SomeBucket.image(SomeBucket.rates(new LimitNumbers(1_000, 1, 2_000)), 4, 2, 0, 0, 0)
        }) {
            assertThat(Transfers.pair(zero, other)).isFalse();
            assertThatThrownBy(() -> Transfers.merge(zero, other, STAMP))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("are no pair");
        }
        BucketImage undivided = SomeBucket.image(stored, 1, 0, 0, 0, 0);
        assertThat(Transfers.pair(undivided, undivided)).isFalse();
    }

    @Test
    @DisplayName("a gift never lifts a limit above its ceiling, and one that comes twice is given once")
    void give_anyStoredBalanceThatPasses_staysBelowTheCeiling() {
        int passed = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            SomeBucket some = new SomeBucket(seed);
            BucketImage image = shard(some, some.pick(1, 8));
            long now = some.now();
            long cap = image.rates().cap(0);
            long missing = cap - image.balance(0, image.rates(), now);
            long gift = some.pick(0, missing, missing / 2, Math.min(missing, 1));
            BucketUpdate update = Transfers.give(image, new long[] {gift, 0}, now);
            LimitUpdate.Kept kept = SomeBucket.kept(update);
            for (long stored : SomeBucket.storedMeanwhile(kept, image.tk()[0], cap)) {
                BigInteger after = SomeBucket.applied(kept, stored);
                if (after != null) {
                    passed++;
                    assertThat(after).as("seed %s", seed).isLessThanOrEqualTo(big(cap));
                    assertThat(after)
                            .as("seed %s", seed)
                            .isEqualTo(balance(image, stored, now).add(big(gift)));
                }
            }
            assertThat(SomeBucket.applied(kept, image.tk()[0]))
                    .as("seed %s", seed)
                    .isNotNull();
            assertThat(update.ttl()).isEqualTo(Plan.KEEP);
            assertThat(update.shardCount()).isEqualTo(image.shardCount());
            assertThat(update.stamp())
                    .as("the stamp is pinned: a second one fails")
                    .isNotEqualTo(STAMP);
        }
        assertThat(passed).isGreaterThan(RUNS);
    }

    @Test
    @DisplayName("a stamp far ahead of the clock is taken back by a transfer too, and what was refilled is remembered")
    void split_stampFarAhead_takesItBack() {
        BucketImage image = SomeBucket.image(SomeBucket.rates(new LimitNumbers(1_000, 1_000, 1_000)), 1, 0, 500, 7, 0);
        long now = STAMP - 100_000;
        BucketUpdate kept = Transfers.split(image, now).kept();
        assertThat(kept.stamp()).isEqualTo(now);
        assertThat(kept.takenBack()).isEqualTo(new TakenBack(40_000, 100_000));
        assertThat(SomeBucket.kept(kept).remainder()).isZero();
        assertThat(SomeBucket.kept(kept).amount()).isEqualTo(-250);
    }
}
