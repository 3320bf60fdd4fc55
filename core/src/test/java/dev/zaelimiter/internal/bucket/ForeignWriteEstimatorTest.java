package dev.zaelimiter.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ForeignWriteEstimatorTest {

    private static final long STAMP = 1_700_000_000_000L;

    private final ForeignWriteEstimator estimator = new ForeignWriteEstimator();

    private void othersWrite() {
        for (long now = 0; now < 100; now += 10) {
            estimator.look(true, now);
        }
    }

    @Test
    void refillsPerMilli_othersWriteAndWereNotCountedOn_isHowOftenTheyWrite() {
        othersWrite();

        assertThat(estimator.refillsPerMilli(STAMP))
                .isEqualTo(estimator.perMilli())
                .isPositive();
    }

    @Test
    void refillsPerMilli_othersWereCountedOnAndLeftTheStamp_isNoneUntilItMoves() {
        othersWrite();
        estimator.left(STAMP);
        othersWrite();

        assertThat(estimator.refillsPerMilli(STAMP)).isZero();
        assertThat(estimator.refillsPerMilli(STAMP + 1)).isPositive();
        assertThat(estimator.perMilli()).isPositive();
    }

    @Test
    void goOn_othersHadLeftTheStamp_isStillKnown() {
        othersWrite();
        estimator.left(STAMP);
        ForeignWriteEstimator next = new ForeignWriteEstimator();
        next.goOn(estimator.lastLookMillis(), estimator);

        assertThat(next.refillsPerMilli(STAMP)).isZero();
        assertThat(next.refillsPerMilli(STAMP + 1)).isPositive();
    }
}
