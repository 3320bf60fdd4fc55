package dev.zaelimiter.benchmarks.scale;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Ten processes want three times what one bucket gives. In virtual time, so that a machine's load changes nothing: each
 * run goes the same way.
 */
class DrainedBucketTest {

    private static final int P99_MILLIS = 2;
    private static final int OVER_ADMITTED = 5;

    @Test
    void processThatLosesAgainstOthers_doesNotRestFarLongerThanTheyWait() {
        double[] figures = OneRun.of(10, 900, 300, 3, 3, 1);
        assertThat(figures[0]).as("admitted a second").isBetween(294.0, 306.0);
        assertThat(figures[OVER_ADMITTED]).isZero();
        assertThat(figures[P99_MILLIS])
                .as("milliseconds until 99 of 100 are admitted: ten writes of five, twice over")
                .isLessThan(150);
    }
}
