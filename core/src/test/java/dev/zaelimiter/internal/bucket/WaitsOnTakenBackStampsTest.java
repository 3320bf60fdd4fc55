package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** How long somebody waits, and may wait, where a stamp was taken back: time that was refilled before is left out. */
class WaitsOnTakenBackStampsTest {

    private static final long HOUR = 3_600_000;
    private static final long LONGEST = HOUR - 60_000;
    private static final Rates TEN_A_SECOND = new Rates(new long[] {10_000}, new long[] {10_000}, new long[] {1000});
    private static final BucketLayout LAYOUT = new BucketLayout("rps");

    private static BucketImage image(long balance, @Nullable TakenBack back) {
        return new BucketImage(
                LAYOUT,
                new long[] {balance},
                TEN_A_SECOND,
                new long[] {0},
                new long[] {0},
                0,
                1,
                0,
                0,
                false,
                null,
                TEN_A_SECOND,
                0,
                back);
    }

    private static final TakenBack AN_HOUR = new TakenBack(LONGEST, HOUR);

    @Test
    void millisUntil_whatIsThereWithoutRefill_isNotWaitedFor() {
        for (long gap : new long[] {0, 1, LONGEST, LONGEST + 1, HOUR, 2 * HOUR}) {
            assertThat(image(5_000, AN_HOUR).millisUntil(0, TEN_A_SECOND, 5_000, gap))
                    .as("%s ms after the stamp", gap)
                    .isZero();
        }
    }

    @Test
    void millisUntil_whatHasToComeBackInTimeThatIsLeftOut_isWaitedForToTheEnd() {
        assertThat(image(0, AN_HOUR).millisUntil(0, TEN_A_SECOND, 10, LONGEST + 1))
                .isEqualTo(60_000);
    }

    @Test
    void mayOwe_timeThatIsLeftOut_bringsNothingBack() {
        assertThat(image(0, AN_HOUR).mayOwe(0, TEN_A_SECOND, 500, LONGEST + 1)).isZero();
        assertThat(image(0, AN_HOUR).mayOwe(0, TEN_A_SECOND, 500, HOUR - 200)).isEqualTo(3_000);
        assertThat(image(0, AN_HOUR).mayOwe(0, TEN_A_SECOND, 500, HOUR)).isEqualTo(5_000);
    }

    @Test
    void mayOwe_timeThatIsBelieved_bringsAllBack() {
        assertThat(image(0, AN_HOUR).mayOwe(0, TEN_A_SECOND, 500, 0)).isEqualTo(5_000);
        assertThat(image(0, AN_HOUR).mayOwe(0, TEN_A_SECOND, 500, LONGEST - 500))
                .isEqualTo(5_000);
        assertThat(image(0, null).mayOwe(0, TEN_A_SECOND, 500, LONGEST + 1)).isEqualTo(5_000);
    }

    /** Nobody is granted what, by the same image, comes back later than it may wait. */
    @Test
    void mayOwe_anyGap_isBackWithinTheWait() {
        for (long gap = 0; gap < HOUR + 10_000; gap += 497) {
            BucketImage image = image(0, AN_HOUR);
            long owed = image.mayOwe(0, TEN_A_SECOND, 900, gap);
            long there = image.balance(0, TEN_A_SECOND, gap);
            if (owed > 0 && there < 10_000) {
                assertThat(image.millisUntil(0, TEN_A_SECOND, 0, Math.max(0, there) + owed, gap))
                        .as("%s ms after the stamp", gap)
                        .isLessThanOrEqualTo(900 + BucketImage.LATE_MILLIS);
            }
        }
    }
}
