package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MeteringTest {

    private static final BucketImage IMAGE =
            SomeBucket.image(SomeBucket.rates(new LimitNumbers(1_000, 1, 1_000)), 1, 0, 500, 0, 0);

    private static void movesNothing(Plan.Move plan, int i) {
        assertThat(plan.delta()[i]).isZero();
        assertThat(plan.floor()[i]).isEqualTo(Plan.NO_FLOOR);
        assertThat(plan.ceiling()[i]).isEqualTo(Plan.NO_CEILING);
        assertThat(plan.stampFloor()).isEqualTo(Plan.NO_FLOOR);
        assertThat(plan.ttl()).isEqualTo(Plan.KEEP);
    }

    @Test
    void count_more_countsAndMovesNothing() {
        Plan.Move plan = Metering.count(IMAGE, new long[] {7_000, 0});
        movesNothing(plan, 0);
        movesNothing(plan, 1);
        assertThat(plan.consumed()).containsExactly(7_000, 0);
    }

    @Test
    void mark_costsItsWriteUnitAlone() {
        Plan.Move plan = Metering.mark(IMAGE, 2_000);
        movesNothing(plan, 0);
        assertThat(plan.delta()).containsExactly(0, -2_000);
        assertThat(plan.consumed()).containsExactly(0, 2_000);
        assertThat(plan.floor()[1]).as("never refused").isEqualTo(Plan.NO_FLOOR);
    }
}
