package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A model of one stamp and clocks that are apart: how much time is refilled while how much passes. */
@Tag("same-on-every-jdk")
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
    @ValueSource(ints = {2, 3, 4, 5, 6, 8, 13, 30})
    void refill_anyNumberOfClocks_noMoreThanTheProvenLeads(int clocks) {
        SplittableRandom random = new SplittableRandom(clocks);
        for (int run = 0; run < 300; run++) {
            long[] leads = leads(clocks, random, run % 4);
            long lead = leads[clocks - 1];
            stamp = lead;
            back = null;
            long time = 0;
            // The clock that is ahead has refilled its lead before.
            long early = lead;
            boolean inTurn = run % 2 == 0;
            for (int i = 0; i < 100 * clocks; i++) {
                // Up from the one that is behind, round after round and without time, as bad as can be; or at random.
                early += refill(time + leads[inTurn ? i % clocks : random.nextInt(clocks)]);
                long passes = inTurn ? 0 : random.nextLong(1 + lead / 50);
                time += passes;
                early -= passes;
                assertThat(early).as("%s", (Object) leads).isLessThanOrEqualTo(provenMillis(leads));
            }
        }
    }

    /** What the decision says of two and three clocks, and that four of them may bring more than three leads. */
    @Test
    void refill_worstDistances_leadsGrowWithTheClocks() {
        assertThat(worst(0, 1000)).isEqualTo(1000);
        assertThat(worst(0, 499, 1000)).isBetween(2490L, 2500L);
        assertThat(worst(0, 499, 748, 1000)).isBetween(3230L, 3250L);
    }

    /** Early time in thousandths of the lead, of clocks at such thousandths of 1,000 minutes. */
    private long worst(long... thousandths) {
        long unit = 60_000;
        long early = thousandths[thousandths.length - 1] * unit;
        stamp = early;
        back = null;
        for (int i = 0; i < 100 * thousandths.length; i++) {
            early += refill(thousandths[i % thousandths.length] * unit);
        }
        return early / unit;
    }

    /** At equal distances, at random, close together at one end, or each half as far as the one before. */
    private static long[] leads(int clocks, SplittableRandom random, int kind) {
        long lead = 120_000 + random.nextLong(86_400_000L);
        double[] leads = new double[clocks];
        for (int i = 1; i < clocks; i++) {
            double share = (double) i / (clocks - 1);
            leads[i] = switch (kind) {
                case 0 -> share;
                case 1 -> i == clocks - 1 ? 1 : random.nextDouble();
                case 2 -> Math.pow(share, 3);
                default -> Math.pow(2, i - clocks + 1);
            };
        }
        return Arrays.stream(leads)
                .mapToLong(share -> (long) (share * lead))
                .sorted()
                .toArray();
    }

    /**
     * Decision 085: the distance of two neighbours is believed at most once in each round in which it is shorter than
     * the lead over 2^(n-1); before that the lead itself.
     */
    private static long provenMillis(long[] leads) {
        long lead = leads[leads.length - 1];
        long all = lead;
        for (int i = 1; i < leads.length; i++) {
            long distance = leads[i] - leads[i - 1];
            for (long most = lead; distance > 0 && distance < most; most /= 2) {
                all += distance;
            }
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
