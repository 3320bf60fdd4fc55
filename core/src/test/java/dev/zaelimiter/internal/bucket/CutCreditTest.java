package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A25: what of a credit does not fit is known to the millitoken, and only then is it cut. */
class CutCreditTest {

    private static final long NOW = 1_700_000_000_000L;
    private static final PlanContext ALONE = new PlanContext(false, 0, 0, 10, 1000, true, 0);

    private static BucketImage image(long tk, long age) {
        return ModelBucket.of(tk, 10_000, 1000, 1000, NOW - age).image();
    }

    private static BatchTotals ask(long credit, long taken) {
        BatchTotals totals = new BatchTotals(1);
        totals.credit(0, credit);
        totals.take(0, taken, 0);
        return totals;
    }

    private static Gains gains(BucketImage image) {
        return Gains.of(image, image.rates(), NOW, null);
    }

    @Test
    void cut_allFits_isNull() {
        BucketImage image = image(5_000, 2_000);
        assertThat(CutCredit.of(image, gains(image), ask(3_000, 0))).isNull();
        assertThat(CutCredit.of(image, gains(image), ask(0, 5_000))).isNull();
    }

    @Test
    void cut_aboveTheCeiling_isWhatIsAboveIt_howeverMuchIsTaken() {
        BucketImage image = image(5_000, 2_000);
        assertThat(CutCredit.of(image, gains(image), ask(3_001, 0))).containsExactly(1);
        assertThat(CutCredit.of(image, gains(image), ask(3_001, 9_000))).containsExactly(1);
        assertThat(CutCredit.of(image(9_000, 50_000), gains(image(9_000, 50_000)), ask(400, 0)))
                .containsExactly(400);
    }

    @Test
    void plan_creditThatIsCut_pinsTheBalance() {
        BucketImage image = image(5_000, 2_000);
        Plan.Refill cut = (Plan.Refill) Planner.plan(image, gains(image), ask(3_001, 0), ALONE);
        assertThat(cut.floor()).containsExactly(5_000);
        assertThat(cut.ceiling()).containsExactly(5_000);
        Plan.Refill fits = (Plan.Refill) Planner.plan(image, gains(image), ask(3_000, 0), ALONE);
        assertThat(fits.floor()).containsExactly(5_000);
        assertThat(fits.ceiling()).containsExactly(Plan.NO_CEILING);
    }

    @Test
    void credit_whereItMayLand_cutsWhatIsTold() {
        SplittableRandom random = new SplittableRandom(25);
        for (int i = 0; i < 20_000; i++) {
            long tk = random.nextLong(-5_000, 10_001);
            BucketImage image = image(tk, random.nextLong(8_000));
            BatchTotals totals = ask(1 + random.nextLong(12_000), 0);
            long told = CutCredit.over(image, gains(image), totals, 0);
            Plan.Move move = (Plan.Move) Planner.credit(image, totals, NOW, ALONE);
            for (long stored : new long[] {tk - 1, tk, tk + 1}) {
                boolean lands = (move.floor()[0] == Plan.NO_FLOOR || stored >= move.floor()[0])
                        && (move.ceiling()[0] == Plan.NO_CEILING || stored <= move.ceiling()[0]);
                long cut = totals.credited(0) - move.delta()[0];
                assertThat(!lands || cut == told).isTrue();
            }
        }
    }

    /**
     * What a give-back cut was reckoned by the image, also where less was left, so that there was more room: tokens
     * were lost.
     */
    @Test
    void credit_whereItMayLand_cutsNoMoreThanDoesNotFitThere() {
        SplittableRandom random = new SplittableRandom(14);
        for (int i = 0; i < 20_000; i++) {
            long tk = random.nextLong(-5_000, 10_001);
            long age = random.nextLong(8_000);
            BatchTotals totals = ask(1 + random.nextLong(12_000), 0);
            Plan.Move move = (Plan.Move) Planner.credit(image(tk, age), totals, NOW, ALONE);
            for (long stored : new long[] {tk - 3_000, tk - 1, tk, tk + 1}) {
                boolean lands = (move.floor()[0] == Plan.NO_FLOOR || stored >= move.floor()[0])
                        && (move.ceiling()[0] == Plan.NO_CEILING || stored <= move.ceiling()[0]);
                BucketImage there = image(stored, age);
                long cut = totals.credited(0) - move.delta()[0];
                assertThat(!lands || cut == CutCredit.over(there, gains(there), totals, 0))
                        .as("%s of %s", stored, tk)
                        .isTrue();
            }
        }
    }

    @Test
    void millisUntil_behindWhatIsTakenOfAFullOne_startsFromTheCeiling() {
        // 9 and a gain of 50 are 10; 8 are taken; 3 of 5 are missing.
        BucketImage full = image(9_000, 50_000);
        assertThat(full.millisUntil(0, full.rates(), 5_000, 8_000, NOW)).isEqualTo(3_000);
        assertThat(full.millisUntil(0, full.rates(), 5_000, 0, NOW)).isZero();
        BucketImage partly = image(1_000, 2_000);
        assertThat(partly.millisUntil(0, partly.rates(), 5_000, 2_000, NOW)).isEqualTo(4_000);
        assertThat(partly.millisUntil(0, partly.rates(), 5_000, -1_500, NOW)).isEqualTo(500);
    }
}
