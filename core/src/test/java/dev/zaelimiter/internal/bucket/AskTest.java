package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class AskTest {

    @Test
    void ask_empty_needsNothing() {
        Ask ask = new Ask(2);
        assertThat(ask.taken(0)).isZero();
        assertThat(ask.needed(1)).isEqualTo(Ask.UNBOUNDED);
        assertThat(ask.hasCredit()).isFalse();
    }

    @Test
    void take_severalDemands_needsTheirSumLessWhatTheLastMayOwe() {
        Ask ask = new Ask(1);
        ask.take(0, 3_000, 2_000);
        assertThat(ask.needed(0)).isEqualTo(1_000);
        ask.take(0, 4_000, 0);
        assertThat(ask.needed(0)).isEqualTo(7_000);
        ask.take(0, 5_000, 9_000);
        assertThat(ask.needed(0)).as("an earlier demand's need stays").isEqualTo(7_000);
        assertThat(ask.taken(0)).isEqualTo(12_000);
    }

    @Test
    void take_nothing_boundsNothing() {
        Ask ask = new Ask(1);
        ask.take(0, 0, 0);
        assertThat(ask.needed(0)).isEqualTo(Ask.UNBOUNDED);
        assertThat(ask.fits(0, 0, 0, Long.MIN_VALUE)).isTrue();
    }

    @Test
    void fits_onTopOfWhatIsAsked_countsDebitsAndMayOwe() {
        Ask ask = new Ask(1);
        ask.debit(0, 6_000);
        assertThat(ask.fits(0, 4_000, 0, 10_000)).isTrue();
        assertThat(ask.fits(0, 4_001, 0, 10_000)).isFalse();
        assertThat(ask.fits(0, 4_001, 1, 10_000)).isTrue();
        assertThat(ask.fits(0, 1, 0, -1)).isFalse();
    }

    @Test
    void sums_beyondTheRange_stopAtItsEnd() {
        Ask ask = new Ask(1);
        ask.debit(0, Long.MAX_VALUE);
        ask.debit(0, Long.MAX_VALUE);
        ask.credit(0, Long.MAX_VALUE);
        ask.credit(0, 1);
        assertThat(ask.taken(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(ask.credited(0)).isEqualTo(Long.MAX_VALUE);
        assertThat(ask.hasCredit()).isTrue();
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
