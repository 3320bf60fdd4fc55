package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A bucket that vanishes is made anew, full: so it may vanish only when it is full, however deep the debt was. */
class BucketLifetimeTest {

    private static final long NOW = 1_700_000_000_999L;

    private static Rates rates(long cap, long ra, long rp) {
        return new Rates(new long[] {cap}, new long[] {ra}, new long[] {rp});
    }

    private static long ttl(Rates rates, long balance, int multiplier) {
        return Lifetime.ttlSeconds(new BucketLayout("x"), rates, new long[] {balance}, NOW, multiplier);
    }

    private static PlanContext context(int multiplier) {
        return new PlanContext(false, 0, 0, 1, 0, false, multiplier);
    }

    private static ModelBucket bucket(long tk, long ttl) {
        ModelBucket bucket = ModelBucket.of(tk, 10_000, 1_000, 1_000, NOW);
        bucket.ttl = ttl;
        return bucket;
    }

    @Test
    void ttlSeconds_fillsWithinASecond_isNotBeforeItIsFull() {
        Rates fast = rates(100_000, 1_000_000, 1_000);
        assertThat(ttl(fast, 100_000, 1) * 1000).isGreaterThanOrEqualTo(NOW + 100);
        assertThat(ttl(fast, 100_000, 7) * 1000).isGreaterThanOrEqualTo(NOW + 100);
        assertThat(ttl(fast, -1_400_000, 1) * 1000).isGreaterThanOrEqualTo(NOW + 1_500);
    }

    @Test
    void ttlSeconds_inDebt_countsToFullTimesTheMultiplier() {
        Rates slow = rates(10_000, 1_000, 1_000);
        assertThat(ttl(slow, 10_000, 7)).isEqualTo(NOW / 1000 + 70);
        assertThat(ttl(slow, -90_000, 7)).isEqualTo(NOW / 1000 + 700);
    }

    @Test
    @DisplayName("A1: an end that can't be told was cut to one that no balance reaches, and every write was refused")
    void ttlSeconds_beyondAllTime_isNone() {
        Rates slowest = rates(1_000_000_000_000_000_000L, 1_000, 1_000_000_000_000L);
        assertThat(ttl(slowest, Long.MIN_VALUE, 1000)).isEqualTo(Lifetime.NO_END);
        assertThat(ttl(slowest, 0, 1)).isEqualTo(Lifetime.NO_END);
        assertThat(ttl(rates(1_000, 1_000, 1_000), -BucketMath.SATURATED, 7)).isEqualTo(Lifetime.NO_END);
    }

    @Test
    void debit_deepDebt_setsTheTimeToLiveAnew() {
        ModelBucket bucket = bucket(0, NOW / 1000 + 70);
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 990_000);
        BucketImage seen = bucket.image();
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(7));
        assertThat(move.ttl()).isEqualTo(NOW / 1000 + 7_000);
        assertThat(bucket.apply(seen, move)).isTrue();
    }

    @Test
    void debit_othersLeftADeeperDebtMeanwhile_isPlannedAgain() {
        ModelBucket bucket = bucket(0, NOW / 1000 + 10);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 20_000);
        Plan mine = Planner.plan(seen, seen.rates(), totals, NOW, context(1));
        for (int other = 0; other < 3; other++) {
            BucketImage latest = bucket.image();
            assertThat(bucket.apply(latest, Planner.plan(latest, latest.rates(), totals, NOW, context(1))))
                    .isTrue();
        }
        assertThat(bucket.apply(seen, mine)).isFalse();
        BucketImage latest = bucket.image();
        assertThat(bucket.apply(latest, Planner.plan(latest, latest.rates(), totals, NOW, context(1))))
                .isTrue();
        assertThat(bucket.tk[0]).isEqualTo(-80_000);
        assertThat(bucket.ttl * 1000).isGreaterThanOrEqualTo(NOW + 90_000);
    }

    @Test
    void take_shortlyBeforeTheEnd_setsTheTimeToLiveAnew() {
        ModelBucket bucket = ModelBucket.of(5_000, 10_000, 1_000, 1_000, NOW - 4_000);
        bucket.ttl = NOW / 1000 + 3;
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 5_000, 0);
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(1));
        assertThat(bucket.apply(seen, move)).isTrue();
        assertThat(bucket.ttl * 1000).isGreaterThanOrEqualTo(NOW + 6_000);
    }

    @Test
    void debit_endOfAProcessWithAnotherMultiplier_takesTheEndAway() {
        // What this process owed was forgotten with the bucket: it never renews a time to live.
        ModelBucket bucket = bucket(0, NOW / 1000 + 3);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 5_000);
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(0));
        assertThat(move.ttl()).isEqualTo(Plan.NO_END);
        assertThat(move.floor()).containsExactly(Plan.NO_FLOOR);
    }

    @Test
    void refill_endOfAProcessWithAnotherMultiplier_takesTheEndAway() {
        ModelBucket bucket = bucket(500, NOW / 1000 + 10);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 1_000, 0);
        assertThat(((Plan.Refill) Planner.plan(seen, seen.rates(), totals, NOW + 1_000, context(0))).ttl())
                .isEqualTo(Plan.NO_END);
    }

    @Test
    void move_endOfAProcessWithAnotherMultiplier_staysWhereTheBucketIsFullByThen() {
        ModelBucket bucket = bucket(5_000, NOW / 1000 + 70);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 1_000, 0);
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(0));
        assertThat(move.ttl()).isEqualTo(Plan.KEEP);
    }

    /** Two limits, of which the second is in debt, under an end that another system has given. */
    private static BucketImage inDebt(long debt, long ttl) {
        Rates rates = new Rates(new long[] {10_000, 10_000}, new long[] {1_000, 1_000}, new long[] {1_000, 1_000});
        long[] none = {BucketImage.NO_REMAINDER, BucketImage.NO_REMAINDER};
        return new BucketImage(
                new BucketLayout("x", "y"),
                new long[] {5_000, -debt},
                rates,
                none,
                new long[] {0, 0},
                NOW - 100,
                1,
                ttl,
                0,
                false,
                null);
    }

    private static Plan.Move takeOfTheFirst(BucketImage seen) {
        BatchTotals totals = new BatchTotals(2);
        totals.take(0, 1_000, 0);
        return (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(1));
    }

    @Test
    @DisplayName("The debt of one limit was forgotten with a bucket from which others are taken")
    void move_endThatAnotherSystemGaveTooEarlyForAnotherLimit_setsTheTimeToLiveAnew() {
        assertThat(takeOfTheFirst(inDebt(90_000, NOW / 1000 + 70)).ttl() * 1000).isGreaterThanOrEqualTo(NOW + 99_900);
    }

    @Test
    void move_endThatDoesForTheOtherLimit_leavesTheTimeToLive() {
        assertThat(takeOfTheFirst(inDebt(50_000, NOW / 1000 + 70)).ttl()).isEqualTo(Plan.KEEP);
    }

    @Test
    void move_endFarAway_leavesTheTimeToLive() {
        ModelBucket bucket = bucket(5_000, NOW / 1000 + 70);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 5_000, 0);
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(7));
        assertThat(move.ttl()).isEqualTo(Plan.KEEP);
        assertThat(move.floor()).containsExactly(5_000);
    }

    @Test
    void plan_bucketThatNeverEnds_setsNoTimeToLive() {
        ModelBucket bucket = bucket(0, 0);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 990_000);
        Plan.Move move = (Plan.Move) Planner.plan(seen, seen.rates(), totals, NOW, context(7));
        assertThat(move.ttl()).isEqualTo(Plan.KEEP);
        assertThat(move.floor()).containsExactly(Plan.NO_FLOOR);
    }

    @Test
    void refill_eachOne_carriesTheTimeToLiveOnButNeverBack() {
        ModelBucket bucket = bucket(500, NOW / 1000 + 10);
        BucketImage seen = bucket.image();
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 1_000, 0);
        long later = NOW + 1_000;
        Plan.Refill refill = (Plan.Refill) Planner.plan(seen, seen.rates(), totals, later, context(7));
        assertThat(refill.ttl()).isEqualTo(later / 1000 + 70);
        bucket.ttl = later / 1000 + 80;
        BucketImage longer = bucket.image();
        assertThat(((Plan.Refill) Planner.plan(longer, longer.rates(), totals, later, context(7))).ttl())
                .isEqualTo(Plan.KEEP);
    }
}
