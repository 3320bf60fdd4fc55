package dev.zaelimiter.internal.engine.planning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.internal.bucket.BucketImage;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.schema.ShardTransfer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ShardTotalsTest {

    private static final List<Limit> LIMITS = List.of(Limit.perMinute("rpm", 120));

    private static void add(ShardTotals totals, ShardTransfer.Seen shard) {
        totals.add(shard.image(), shard.image().rates(), 0);
    }

    private static LimitStatus status(TakeRequest take, Told told, long... tokens) {
        return statusDividedOnce(take, told, 1, tokens);
    }

    /** Of a bucket that was in so many shards since it was whole. */
    private static LimitStatus statusDividedOnce(TakeRequest take, Told told, long finest, long... tokens) {
        ShardTotals totals = new ShardTotals(take, told, finest, ShardFixture.NOW);
        for (int shard = 0; shard < tokens.length; shard++) {
            add(totals, ShardFixture.shard(shard, tokens.length, LIMITS, Map.of("rpm", tokens[shard])));
        }
        List<LimitStatus> all = totals.statuses("e", "r");
        assertThat(all).hasSize(1);
        return all.get(0);
    }

    @Test
    void statuses_sumWhatAllShardsHold_underTheWholeLimit() {
        LimitStatus status = status(ShardFixture.take("rpm", 1), Told.BEFORE, 10, 20);

        assertThat(status.available()).isEqualTo(30);
        assertThat(status.limit().capacity()).isEqualTo(120);
        assertThat(status.exceeded()).isFalse();
    }

    /** What had to be left was taken off a number that has no room below it, and a debt was told as tokens. */
    @Test
    void statuses_ofTheDeepestDebt_whereSomethingMustBeLeft_areADebt() {
        ShardTotals totals = new ShardTotals(ShardFixture.take("rpm", 1), Told.BEFORE, 1, ShardFixture.NOW);
        BucketImage deep = ShardFixture.bucket(LIMITS, Map.of("rpm", Long.MIN_VALUE / BucketMath.MILLI));
        totals.add(deep, deep.rates().reserving(deep.layout().indexOf("rpm"), 30_000), 0);

        LimitStatus status = totals.statuses("e", "r").get(0);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.available()).isZero();
        assertThat(status.debt()).isPositive();
    }

    @Test
    void statuses_enoughInOneShard_isNotExceeded() {
        assertThat(status(ShardFixture.take("rpm", 20), Told.BEFORE, 0, 20).exceeded())
                .isFalse();
    }

    @Test
    void statuses_enoughInAllTogetherButInNoShard_comesBackWithTheFirstThatHoldsIt() {
        LimitStatus status = status(ShardFixture.take("rpm", 20), Told.BEFORE, 15, 18);

        assertThat(status.exceeded()).isTrue();
        // Each shard gains one a second.
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    void statuses_moreThanEachShare_isJudgedByWhatAllHoldTogether() {
        assertThat(status(ShardFixture.take("rpm", 70), Told.BEFORE, 40, 40).exceeded())
                .isFalse();
        LimitStatus status = status(ShardFixture.take("rpm", 70), Told.BEFORE, 30, 30);
        assertThat(status.exceeded()).isTrue();
        // Together they gain two a second.
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(5));
    }

    @Test
    @DisplayName(
            "after a merge a larger share could hold it alone, later, and the time told before was too short by half")
    void statuses_moreThanEachShareOnce_isStillJudgedByWhatAllHoldTogether() {
        TakeRequest take = ShardFixture.take("rpm", 40);
        // A quarter of 120 is 30, a half 60.
        assertThat(statusDividedOnce(take, Told.BEFORE, 4, 19, 21).exceeded()).isFalse();
        LimitStatus status = statusDividedOnce(take, Told.BEFORE, 4, 10, 20);
        assertThat(status.exceeded()).isTrue();
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(5));
        assertThat(statusDividedOnce(take, Told.AS_IF_BACK, 4, 10, 20).exceeded())
                .isFalse();
    }

    @Test
    void statuses_aShareAtTheFinestDivision_isServedByOneShard() {
        LimitStatus status = statusDividedOnce(ShardFixture.take("rpm", 30), Told.BEFORE, 4, 20, 20);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(10));
    }

    @Test
    @DisplayName("nothing asked of a limit that no shard has was larger than each share: no limit was told as exceeded")
    void statuses_nothingAskedOfALimitThatNoShardHas_saysNothingOfHowTheOthersAreServed() {
        TakeRequest take = TakeRequest.of(AcquireRequest.entity("e")
                .resource("r")
                .take("rpm", 20)
                .take("gone", 0)
                .build());

        LimitStatus status = status(take, Told.BEFORE, 15, 18);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(2));
    }

    @Test
    @DisplayName("a shard seen before its division and its upper half were summed: the time told was too short")
    void statuses_aShardSeenBeforeItsDivision_countsOnceWithItsHalf() {
        ShardTotals totals = new ShardTotals(ShardFixture.take("rpm", 100), Told.BEFORE, 1, ShardFixture.NOW);
        for (int shard = 0; shard < 4; shard++) {
            add(totals, ShardFixture.shard(shard, 4, LIMITS, Map.of("rpm", 20L)));
        }
        add(totals, ShardFixture.shard(7, 8, LIMITS, Map.of("rpm", 10L)));

        LimitStatus status = totals.statuses("e", "r").get(0);
        assertThat(status.available()).isEqualTo(80);
        // Four shares gain two a second, and a fifth would be a half of one that counts already.
        assertThat(status.retryAfter()).contains(Duration.ofSeconds(10));
    }

    @Test
    void statuses_bothHalvesOfADivision_count() {
        ShardTotals totals = new ShardTotals(ShardFixture.take("rpm", 1), Told.BEFORE, 1, ShardFixture.NOW);
        add(totals, ShardFixture.shard(0, 2, LIMITS, Map.of("rpm", 20L)));
        add(totals, ShardFixture.shard(1, 4, LIMITS, Map.of("rpm", 10L)));
        add(totals, ShardFixture.shard(3, 4, LIMITS, Map.of("rpm", 7L)));

        assertThat(totals.statuses("e", "r").get(0).available()).isEqualTo(37);
    }

    @Test
    void statuses_moreThanTheWholeLimit_neverFits() {
        LimitStatus status = status(ShardFixture.take("rpm", 121), Told.BEFORE, 60, 60);

        assertThat(status.exceeded()).isTrue();
        assertThat(status.everFits()).isFalse();
    }

    @Test
    void statuses_ofWhatWasTakenAlready_tellWhatWasThereBefore() {
        LimitStatus status = status(ShardFixture.take("rpm", 5), Told.AS_IF_BACK, 0, 1);

        assertThat(status.available()).isEqualTo(6);
        assertThat(status.exceeded()).isFalse();
    }

    @Test
    void statuses_afterAGrant_areTheSumsAsTheyAre_andNoneIsExceeded() {
        LimitStatus status = status(ShardFixture.take("rpm", 5), Told.AFTER, 0, 1);

        assertThat(status.available()).isEqualTo(1);
        assertThat(status.requested()).isEqualTo(5);
        assertThat(status.exceeded()).isFalse();
        assertThat(status.retryAfter()).contains(Duration.ZERO);
    }

    @Test
    void less_takesOffWhatTheShardsHaveNotGivenYet() {
        ShardTotals totals = new ShardTotals(ShardFixture.take("rpm", 70), Told.AFTER, 1, ShardFixture.NOW);
        for (int shard = 0; shard < 2; shard++) {
            add(totals, ShardFixture.shard(shard, 2, LIMITS, Map.of("rpm", 40L)));
        }
        totals.less(Tokens.of("rpm", 70_000));

        LimitStatus status = totals.statuses("e", "r").get(0);
        assertThat(status.available()).isEqualTo(10);
        // Two a second.
        assertThat(status.moreAfter()).contains(Duration.ofMillis(500));
    }

    @Test
    void moreAfter_isWhenTheNextTokenIsThereByAllShards() {
        assertThat(status(ShardFixture.take("rpm", 1), Told.BEFORE, 10, 20).moreAfter())
                .contains(Duration.ofMillis(500));
        // The first must come back from a debt of four; nothing else is missing.
        assertThat(status(ShardFixture.take("rpm", 1), Told.AFTER, -7, 3).moreAfter())
                .contains(Duration.ofMillis(2_500));
    }

    @Test
    @DisplayName("a full shard gains nothing: told at the rate of the whole, more was there half as soon as promised")
    void moreAfter_ofAFullShard_isByTheRateOfTheOthers() {
        assertThat(status(ShardFixture.take("rpm", 1), Told.AFTER, 60, 20).moreAfter())
                .contains(Duration.ofSeconds(1));
        assertThat(status(ShardFixture.take("rpm", 1), Told.AFTER, 60, 60).moreAfter())
                .isEmpty();
    }

    @Test
    void moreAfter_ofAShardThatGetsFullMeanwhile_isExact() {
        LimitStatus status = status(ShardFixture.take("rpm", 1), Told.AFTER, 59, -70);

        assertThat(status.available()).isZero();
        assertThat(status.debt()).isEqualTo(11);
        // Twelve are missing: one comes to the first shard, and eleven to the second.
        assertThat(status.moreAfter()).contains(Duration.ofSeconds(11));
    }

    @Test
    void moreAfter_whereNotAllShardsWereSeen_isByTheWholeRate() {
        ShardTotals totals = new ShardTotals(ShardFixture.take("rpm", 1), Told.AFTER, 1, ShardFixture.NOW);
        add(totals, ShardFixture.shard(1, 2, LIMITS, Map.of("rpm", 60L)));

        LimitStatus status = totals.statuses("e", "r").get(0);
        assertThat(status.available()).isEqualTo(60);
        assertThat(status.moreAfter()).contains(Duration.ofMillis(500));
    }
}
