package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model of one stamp and clocks that are apart: how much time is refilled while how much passes. */
@DisplayName("A29: clocks in between refilled the way to the one that is ahead in parts, each round anew")
class TakenBackTest {

    private static final int STEPS = 4_000;

    private long stamp;
    private @Nullable TakenBack back;

    /** A refill by a clock, as {@link BucketImage} decides it; how much of it counts. */
    private long refill(long now) {
        if (stamp > now + BucketImage.MAX_AHEAD_MILLIS) {
            back = TakenBack.more(back, stamp, now);
            stamp = now;
            return 0;
        }
        long gap = Math.max(0, now - stamp);
        long leftOut = back == null ? 0 : back.leftOut(gap);
        back = back == null ? null : back.less(leftOut);
        stamp = Math.max(stamp, now);
        return gap - leftOut;
    }

    @ParameterizedTest
    @ValueSource(longs = {80_000, 200_000, 3_600_000, 86_400_000})
    void refill_anyClocks_whatPassesAndSomeLeads(long spread) {
        for (long seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long[] leads = new long[2 + random.nextInt(12)];
            for (int i = 1; i < leads.length; i++) {
                leads[i] = random.nextLong(spread);
            }
            stamp = 0;
            back = null;
            long time = 0;
            long refilled = 0;
            long pause = 1 + random.nextLong(20_000);
            for (int i = 0; i < STEPS; i++) {
                // In turn, the worst case, or at random.
                refilled += refill(time + leads[seed % 2 == 0 ? i % leads.length : random.nextInt(leads.length)]);
                time += random.nextLong(pause);
            }
            assertThat(refilled).as("seed %s", seed).isBetween(time - 3 * spread, time + 3 * spread);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 6, 8})
    void refill_clocksAtEqualDistances_noMoreThanTheProvenLeads(int clocks) {
        long lead = 86_400_000;
        for (int unequal = 0; unequal < 4; unequal++) {
            stamp = lead;
            back = null;
            long refilled = 0;
            // No time passes: whatever is refilled comes early. Each round goes from the clock that is behind to the
            // one that is ahead.
            for (int round = 0; round < 100; round++) {
                for (int i = 0; i < clocks; i++) {
                    double at = Math.pow((double) i / (clocks - 1), 1 + unequal);
                    refilled += refill((long) (lead * at));
                }
            }
            assertThat(refilled).as("%s clocks, %s", clocks, unequal).isBetween(0L, provenLeads(clocks, lead));
        }
    }

    /**
     * Decision 085: in the n-th round no gap longer than the lead over 2^(n-1) is believed, so all gaps together bring the lead at
     * most; and where they are too few for that, all but one of them.
     */
    private static long provenLeads(int clocks, long lead) {
        long all = 0;
        for (int round = 1; round < 60; round++) {
            all += Math.min(lead, (clocks - 2) * (lead >> (round - 1)));
        }
        return all;
    }

    @Test
    void refill_stampDamagedByYears_everyGapCountsAtOnce() {
        stamp = 50L * 365 * 86_400_000;

        assertThat(refill(0)).isZero();
        assertThat(refill(1_000)).isEqualTo(1_000);
        assertThat(refill(10_001_000)).isEqualTo(10_000_000);
    }

    @Test
    void refill_clockSetBackAgainBeforeTheEnd_gapsOfMinutesStillCount() {
        stamp = 10_800_000;
        for (long now = 7_200_000; now >= 0; now -= 3_600_000) {
            assertThat(refill(now)).isZero();
            assertThat(refill(now + 300_000)).isEqualTo(300_000);
        }
    }
}
