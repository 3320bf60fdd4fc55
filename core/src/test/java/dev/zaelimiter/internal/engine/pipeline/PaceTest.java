package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PaceTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000 * MILLI;

    @Test
    void holdNanos_othersWriteOften_waitsForTheRestOfThePace() {
        assertThat(Pace.holdNanos(0.1, 1, 0, SECOND, 5 * MILLI)).isEqualTo(20 * MILLI);
        assertThat(Pace.holdNanos(0.1, 1, 13 * MILLI, SECOND, 5 * MILLI)).isEqualTo(7 * MILLI);
        assertThat(Pace.holdNanos(0.1, 1, 20 * MILLI, SECOND, 5 * MILLI)).isZero();
        assertThat(Pace.holdNanos(0.1, 1, 5 * SECOND, SECOND, 5 * MILLI)).isZero();
    }

    @Test
    void holdNanos_othersWriteSeldom_goesAtOnce() {
        assertThat(Pace.holdNanos(0.09, 1, 0, SECOND, 5 * MILLI)).isZero();
    }

    @Test
    void holdNanos_writesOfOthersAreSpreadOverShards_countsThemTogether() {
        assertThat(Pace.holdNanos(0.01, 16, 0, SECOND, 5 * MILLI)).isEqualTo(20 * MILLI);
        assertThat(Pace.holdNanos(0.01, 8, 0, SECOND, 5 * MILLI)).isZero();
    }

    @Test
    void holdNanos_callerInAHurry_goesAtOnce() {
        assertThat(Pace.holdNanos(1, 1, 0, 51 * MILLI, 5 * MILLI)).isEqualTo(20 * MILLI);
        assertThat(Pace.holdNanos(1, 1, 0, 50 * MILLI, 5 * MILLI)).isZero();
        assertThat(Pace.holdNanos(1, 1, 0, -MILLI, 5 * MILLI)).isZero();
    }
}
