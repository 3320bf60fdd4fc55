package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.zaelimiter.Seeds;
import org.junit.jupiter.api.Test;

/** Each rule of the planner by an example. Limits: {@code a} holds 10 tokens and gains one per second, or as said. */
class PlannerRulesTest {

    private static final long NOW = 1_700_000_000_000L;
    private static final PlanContext ALONE = new PlanContext(false, 0, 0, 10, 1000, true, 0);
    private static final PlanContext SHARED = new PlanContext(true, 0.1, 0, 10, 1000, true, 0);

    private static ModelBucket one(long tk, long age) {
        return ModelBucket.of(tk, 10_000, 1000, 1000, NOW - age);
    }

    /** Two limits and write units: a, b and wcu. */
    private static ModelBucket three(long a, long b, long wcu, long age) {
        return new ModelBucket(
                new BucketLayout("a", "b", "wcu"),
                new long[] {a, b, wcu},
                new long[] {10_000, 10_000, 1_000_000},
                new long[] {1000, 1000, 1_000_000},
                new long[] {1000, 1000, 1000},
                NOW - age);
    }

    private static BatchTotals take(int size, int i, long amount) {
        BatchTotals totals = new BatchTotals(size);
        totals.take(i, amount, 0);
        return totals;
    }

    private static Plan plan(ModelBucket bucket, BatchTotals totals, PlanContext context) {
        BucketImage image = bucket.image();
        return Planner.plan(image, image.rates(), totals, NOW, context);
    }

    private static Plan.Move move(ModelBucket bucket, BatchTotals totals, PlanContext context) {
        return (Plan.Move) plan(bucket, totals, context);
    }

    private static Plan.Refill refill(ModelBucket bucket, BatchTotals totals, PlanContext context) {
        return (Plan.Refill) plan(bucket, totals, context);
    }

    @Test
    void plan_storedTokensSufficeBelowTheCeiling_movesBetweenNeedAndCeilingLessGain() {
        Plan.Move move = move(one(5_000, 2_000), take(1, 0, 3_000), ALONE);
        assertThat(move.delta()).containsExactly(-3_000);
        assertThat(move.consumed()).containsExactly(3_000);
        assertThat(move.floor()).containsExactly(3_000);
        assertThat(move.ceiling()).containsExactly(10_000 - 2_000);
        assertThat(move.stampFloor()).isEqualTo(Plan.NO_FLOOR);
        assertThat(move.ttl()).isEqualTo(Plan.KEEP);
    }

    @Test
    void plan_oneMillitokenAboveTheCeiling_refills() {
        assertThat(plan(one(8_000, 2_000), take(1, 0, 1), ALONE)).isInstanceOf(Plan.Move.class);
        Plan.Refill refill = refill(one(8_001, 2_000), take(1, 0, 1), ALONE);
        assertThat(refill.full()).isEqualTo(1);
        assertThat(refill.amount()).containsExactly(9_999);
        assertThat(refill.floor()).containsExactly(8_000);
        assertThat(refill.ceiling()).containsExactly(Plan.NO_CEILING);
        assertThat(refill.stamp()).isEqualTo(NOW);
    }

    @Test
    void plan_storedTokensFallShort_refillsAndProvesTheNeed() {
        Plan.Refill refill = refill(one(1_000, 3_000), take(1, 0, 4_000), ALONE);
        assertThat(refill.full()).isZero();
        assertThat(refill.amount()).containsExactly(3_000 - 4_000);
        assertThat(refill.floor()).containsExactly(4_000 - 3_000);
        assertThat(refill.ceiling()).containsExactly(10_000 - 3_000);
    }

    @Test
    void plan_limitNobodyAsksForInDebt_blocksNeitherKindOfWrite() {
        ModelBucket moved = three(5_000, -1_000_000, 1_000_000, 0);
        Plan.Move move = move(moved, take(3, 0, 1_000), ALONE);
        assertThat(move.floor()[1]).isEqualTo(Plan.NO_FLOOR);
        assertThat(move.ceiling()[1]).isEqualTo(Plan.NO_CEILING);
        assertThat(moved.apply(moved.image(), move)).isTrue();

        ModelBucket refilled = three(500, -1_000_000, 1_000_000, 1_000);
        Plan.Refill refill = refill(refilled, take(3, 0, 1_000), ALONE);
        assertThat(refill.floor()[1]).isEqualTo(Plan.NO_FLOOR);
        assertThat(refilled.apply(refilled.image(), refill)).isTrue();
        assertThat(refilled.tk[1]).isEqualTo(-999_000);
    }

    @Test
    void plan_debit_hasNoFloorAndTheSameCeiling() {
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 50_000);
        Plan.Move move = move(one(5_000, 2_000), totals, ALONE);
        assertThat(move.floor()).containsExactly(Plan.NO_FLOOR);
        assertThat(move.ceiling()).containsExactly(8_000);
        assertThat(refill(one(9_000, 2_000), totals, ALONE).amount()).containsExactly(-40_000);
    }

    @Test
    void plan_debitThenTake_needsBoth() {
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 2_000);
        totals.take(0, 3_000, 0);
        assertThat(move(one(6_000, 0), totals, ALONE).floor()).containsExactly(5_000);
    }

    @Test
    void plan_takeThatMayOwe_needsLess() {
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 8_000, 6_000);
        assertThat(move(one(2_000, 0), totals, ALONE).floor()).containsExactly(2_000);
    }

    @Test
    void plan_credit_refillsEvenWhereAMoveWouldDo() {
        BatchTotals totals = new BatchTotals(1);
        totals.credit(0, 2_000);
        totals.take(0, 1_000, 0);
        Plan.Refill refill = refill(one(5_000, 1_000), totals, ALONE);
        assertThat(refill.amount()).containsExactly(1_000 + 2_000 - 1_000);
        assertThat(refill.consumed()).containsExactly(-1_000);
        totals.credit(0, 50_000);
        assertThat(refill(one(5_000, 1_000), totals, ALONE).amount()).containsExactly(9_000);
    }

    @Test
    void plan_stampAhead_refillsWithoutGainAndNeverMovesTheStampBack() {
        ModelBucket bucket = one(5_000, -BucketImage.MAX_AHEAD_MILLIS);
        bucket.rm[0] = 999;
        Plan.Refill refill = refill(bucket, take(1, 0, 1_000), ALONE);
        assertThat(refill.stamp()).isEqualTo(bucket.rf);
        assertThat(refill.amount()).containsExactly(-1_000);
        assertThat(refill.rm()).containsExactly(999);
    }

    @Test
    void plan_stampDamaged_startsAnewFromNow() {
        ModelBucket bucket = one(5_000, -BucketImage.MAX_AHEAD_MILLIS - 1);
        bucket.rm[0] = 999;
        Plan.Refill refill = refill(bucket, take(1, 0, 1_000), ALONE);
        assertThat(refill.stamp()).isEqualTo(NOW);
        assertThat(refill.rm()).containsExactly(0);
    }

    @Test
    void plan_remainderOfALongerPeriod_readsAsNothing() {
        ModelBucket bucket = one(0, 1_000);
        bucket.rm[0] = 86_399_999;
        Plan.Refill refill = refill(bucket, take(1, 0, 1_000), ALONE);
        assertThat(refill.amount()).containsExactly(0);
        assertThat(refill.rm()).containsExactly(0);
    }

    @Test
    void plan_gatedWriteUnits_eachWriteTakesItsCostAndNeedsIt() {
        Plan.Move move = move(three(5_000, 5_000, 1_000_000, 500), take(3, 0, 1_000), ALONE);
        assertThat(move.delta()[2]).isEqualTo(-1_000);
        assertThat(move.consumed()[2]).isEqualTo(1_000);
        assertThat(move.floor()[2]).isEqualTo(1_000);
        assertThat(move.ceiling()[2]).as("no ceiling binds them").isEqualTo(Plan.NO_CEILING);

        Plan.Refill refilled = refill(three(5_000, 5_000, 999, 500), take(3, 0, 1_000), ALONE);
        assertThat(refilled.amount()[2]).isEqualTo(500_000 - 1_000);
        assertThat(refilled.floor()[2]).isEqualTo(1_000 - 500_000);
        assertThat(refilled.ceiling()[2]).isEqualTo(Plan.NO_CEILING);
    }

    @Test
    void plan_gatedWriteUnitsGone_pausesUntilTheFirstMillisecondThatHasThem() {
        Plan pause = plan(three(5_000, 5_000, -1_500, 1), take(3, 0, 1_000), ALONE);
        assertThat(pause).isEqualTo(new Plan.Pause(2));
        BatchTotals credit = new BatchTotals(3);
        credit.credit(0, 1_000);
        BucketImage image = three(5_000, 5_000, -1_500, 1).image();
        assertThat(Planner.credit(image, credit, NOW, ALONE)).isEqualTo(new Plan.Pause(2));
    }

    @Test
    void plan_unlimitedPartitions_writeUnitsNeverHoldAWriteBack() {
        PlanContext free = new PlanContext(false, 0, 0, 10, 1000, false, 0);
        Plan.Move move = move(three(5_000, 5_000, -5_000, 1), take(3, 0, 1_000), free);
        assertThat(move.delta()[2]).isZero();
        assertThat(move.floor()[2]).isEqualTo(Plan.NO_FLOOR);
        assertThat(move(three(5_000, 5_000, 5_000, 1), take(3, 0, 1_000), free).delta()[2])
                .isEqualTo(-1_000);
    }

    @Test
    void plan_sharedAndFull_clampsBelowTheCeilingAndThenEverybodyMoves() {
        ModelBucket bucket = one(10_000, 60_000);
        // 10 s to fill: the largest of 100 ms, 50 ms and 40 ms of slack; 100 millitokens of margin.
        Plan.Refill refill = refill(bucket, take(1, 0, 1_000), SHARED);
        assertThat(refill.soft()).isTrue();
        assertThat(refill.amount()).containsExactly(10_000 - 100 - 1_000);
        assertThat(bucket.apply(bucket.image(), refill)).isTrue();

        bucket.tk[0] = 9_900;
        Plan.Move move = move(bucket, take(1, 0, 1_000), SHARED);
        assertThat(move.stampFloor()).isEqualTo(Plan.NO_FLOOR);
        bucket.rf = NOW - 50;
        bucket.tk[0] = 9_900;
        assertThat(move(bucket, take(1, 0, 1_000), SHARED).ceiling()).containsExactly(9_950);
    }

    @Test
    void plan_sharedAndFreshStamp_movesUnderTheSoftCeiling() {
        ModelBucket bucket = ModelBucket.of(9_900, 10_000, 1000, 1000, NOW - 101);
        PlanContext others = new PlanContext(true, 1, 200, 10, 1000, true, 0);
        Plan.Move move = move(bucket, take(1, 0, 1_000), others);
        assertThat(move.ceiling()).containsExactly(9_900);
        assertThat(move.stampFloor()).isEqualTo(NOW - 100);
    }

    @Test
    void plan_sharedButNeedsMoreThanTheSoftCeiling_takesThePinnedWayToTheRealOne() {
        Plan.Refill refill = refill(one(10_000, 60_000), take(1, 0, 9_901), SHARED);
        assertThat(refill.soft()).isFalse();
        assertThat(refill.amount()).containsExactly(99);
    }

    /** Of three that a full bucket held the last had to wait, and was overtaken by those who came after it. */
    @Test
    void plan_sharedAndTakersWhoMayWait_owesNothingThatIsThere() {
        BatchTotals all = take(1, 0, 9_000);
        all.take(0, 1_000, 5_000);
        Plan.Refill refill = refill(one(9_500, 3_000), all, SHARED);
        assertThat(refill.soft()).isFalse();
        assertThat(refill.amount()).containsExactly(0);

        BatchTotals less = take(1, 0, 8_000);
        less.take(0, 1_000, 5_000);
        assertThat(refill(one(9_500, 3_000), less, SHARED).soft()).isTrue();
    }

    @Test
    void plan_sharedAndTakersWhoOwe_oweNoMoreThanTheyMust() {
        BatchTotals all = take(1, 0, 9_000);
        all.take(0, 2_000, 5_000);
        Plan.Refill refill = refill(one(9_500, 3_000), all, SHARED);
        assertThat(refill.soft()).isFalse();
        assertThat(refill.amount()).containsExactly(-1_000);
    }

    @Test
    void softMargin_anyRate_isRoundedUp() {
        Seeds.each(2_000, random -> {
            long ra = 1 + random.nextLong(1_000_000);
            long rp = 1 + random.nextLong(100_000);
            long slack = random.nextLong(10_000);
            Rates rates = new Rates(new long[] {1}, new long[] {ra}, new long[] {rp});
            long margin = SoftCeiling.margin(rates, 0, slack);
            assertThat(margin * rp).isBetween(slack * ra, slack * ra + rp - 1);
        });
    }

    @Test
    void slackMillis_isTheSmallestOverTheLimitsTakenAndLeavesOutWriteUnits() {
        BucketImage image = three(5_000, 5_000, 1_000, 0).image();
        Rates rates = image.rates().with(1, 100_000, 1_000, 1_000);
        assertThat(SoftCeiling.slackMillis(image, rates, take(3, 0, 1), 0)).isEqualTo(100);
        assertThat(SoftCeiling.slackMillis(image, rates, take(3, 1, 1), 0)).isEqualTo(1_000);
        assertThat(SoftCeiling.slackMillis(image, rates, take(3, 0, 1), 200)).isEqualTo(800);
        assertThat(SoftCeiling.slackMillis(image, rates, take(3, 0, 1), 5_000)).isEqualTo(1_000);
        assertThat(SoftCeiling.slackMillis(image, rates.with(0, 100, 1_000, 1_000), take(3, 0, 1), 0))
                .isEqualTo(5);
        assertThat(SoftCeiling.slackMillis(image, rates, new BatchTotals(3), 10))
                .isZero();
        BatchTotals both = take(3, 1, 1);
        both.take(0, 1, 0);
        assertThat(SoftCeiling.slackMillis(image, rates, both, 0)).isEqualTo(100);
    }

    @Test
    void sharing_othersWroteLately_isLearnedAndForgotten() {
        ForeignWriteEstimator estimator = new ForeignWriteEstimator();
        for (long t = 0; t <= 10_000; t += 100) {
            estimator.look(true, t);
        }
        assertThat(estimator.shared(10_000)).isTrue();
        assertThat(estimator.perMilli()).isEqualTo(0.01, within(0.001));
        assertThat(estimator.shared(40_000)).isFalse();
        for (long t = 10_100; t <= 30_000; t += 100) {
            estimator.look(false, t);
        }
        assertThat(estimator.shared(30_000)).isFalse();
        assertThat(new ForeignWriteEstimator().shared(0)).isFalse();
    }
}
