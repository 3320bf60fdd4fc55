package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class BatchTotalsTest {

    @Test
    void ask_empty_needsNothing() {
        BatchTotals totals = new BatchTotals(2);
        assertThat(totals.taken(0)).isZero();
        assertThat(totals.needed(1)).isEqualTo(BatchTotals.UNBOUNDED);
        assertThat(totals.hasCredit()).isFalse();
    }

    @Test
    void take_severalDemands_needsTheirSumLessWhatTheLastMayOwe() {
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 3_000, 2_000);
        assertThat(totals.needed(0)).isEqualTo(1_000);
        totals.take(0, 4_000, 0);
        assertThat(totals.needed(0)).isEqualTo(7_000);
        totals.take(0, 5_000, 9_000);
        assertThat(totals.needed(0)).as("an earlier demand's need stays").isEqualTo(7_000);
        assertThat(totals.taken(0)).isEqualTo(12_000);
    }

    @Test
    void take_nothing_boundsNothing() {
        BatchTotals totals = new BatchTotals(1);
        totals.take(0, 0, 0);
        assertThat(totals.needed(0)).isEqualTo(BatchTotals.UNBOUNDED);
        assertThat(totals.fits(0, 0, 0, Long.MIN_VALUE)).isTrue();
    }

    @Test
    void fits_onTopOfWhatIsAsked_countsDebitsAndMayOwe() {
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, 6_000);
        assertThat(totals.fits(0, 4_000, 0, 10_000)).isTrue();
        assertThat(totals.fits(0, 4_001, 0, 10_000)).isFalse();
        assertThat(totals.fits(0, 4_001, 1, 10_000)).isTrue();
        assertThat(totals.fits(0, 1, 0, -1)).isFalse();
    }

    @Test
    void sums_beyondTheRange_stopAtItsEnd() {
        BatchTotals totals = new BatchTotals(1);
        totals.debit(0, Long.MAX_VALUE);
        totals.debit(0, Long.MAX_VALUE);
        totals.credit(0, Long.MAX_VALUE);
        totals.credit(0, 1);
        assertThat(totals.taken(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(totals.credited(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(totals.hasCredit()).isTrue();
    }

    @Test
    void layout_findsNamesAndTheReservedOne() {
        BucketLayout layout = new BucketLayout("a", "rpm", "wcu", "x");
        assertThat(layout.wcu()).isEqualTo(2);
        assertThat(layout.indexOf("x")).isEqualTo(3);
        assertThat(layout.indexOf("y")).isNegative();
        assertThat(new BucketLayout("a", "x").wcu()).isNegative();
        assertThat(layout).hasToString("[a, rpm, wcu, x]");
    }

    @Test
    void layout_moreLimitsThanBits_isRefused() {
        assertThatThrownBy(() -> new BucketLayout(new String[BucketLayout.MAX_LIMITS + 1]))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
