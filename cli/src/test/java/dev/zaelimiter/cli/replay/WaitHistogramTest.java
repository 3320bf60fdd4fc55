package dev.zaelimiter.cli.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WaitHistogramTest {

    @Test
    void quantile_nothing_isZero() {
        WaitHistogram histogram = new WaitHistogram();

        assertThat(histogram.quantileMillis(0.5)).isZero();
        assertThat(histogram.longestMillis()).isZero();
    }

    @Test
    void quantile_smallNumbers_isExact() {
        WaitHistogram histogram = new WaitHistogram();
        for (int i = 1; i <= 100; i++) {
            histogram.add(i);
        }

        assertThat(histogram.quantileMillis(0.5)).isEqualTo(50);
        assertThat(histogram.quantileMillis(0.95)).isEqualTo(95);
        assertThat(histogram.longestMillis()).isEqualTo(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void quantile_numbersOfAllSizes_isWithinHalfAPercent(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        WaitHistogram histogram = new WaitHistogram();
        long[] waits = new long[2_001];
        for (int i = 0; i < waits.length; i++) {
            waits[i] = random.nextLong() >>> random.nextInt(2, 63);
            histogram.add(waits[i]);
        }
        Arrays.sort(waits);

        for (double share : new double[] {0.01, 0.5, 0.95, 1}) {
            long exact = waits[(int) Math.ceil(share * waits.length) - 1];
            assertThat(histogram.quantileMillis(share))
                    .as("seed %d, share %s", seed, share)
                    .isBetween(exact, exact + exact / 250);
        }
    }
}
