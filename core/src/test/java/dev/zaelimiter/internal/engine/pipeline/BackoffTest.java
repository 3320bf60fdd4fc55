package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What is tried again rests, the longer the more often it came to nothing: but that counts for whom it was tried. */
class BackoffTest {

    private static final long MOST_NANOS = 200_000_000;
    private static final int FREE = 4;

    private final Backoff backoff = new Backoff(MOST_NANOS);
    private final SplittableRandom random = new SplittableRandom(1);

    @Test
    void inVain_restsUpToItsBound_fromTheFifthTimeOn() {
        for (int tries = 1; tries <= FREE; tries++) {
            assertThat(backoff.inVain(tries, random)).as("try %d", tries).isZero();
        }
        for (int tries = FREE + 1; tries < 60; tries++) {
            long due = Math.min(MOST_NANOS, 1_000_000L << Math.min(20, tries - FREE));
            assertThat(backoff.inVain(tries, random)).as("try %d", tries).isBetween(due / 2, due);
        }
    }

    @Test
    void triedAtMost_leavesOthersTriesOut() {
        for (int tries = 0; tries < 50; tries++) {
            backoff.inVain(tries, random);
        }
        backoff.triedAtMost(2);
        assertThat(backoff.inVain(50, random)).as("their third try").isZero();
        assertThat(backoff.inVain(51, random)).as("their fourth").isZero();
        assertThat(backoff.inVain(52, random)).as("their fifth").isPositive();
    }

    @Test
    void triedAtMost_thatIsMoreThanThereWere_changesNothing() {
        backoff.inVain(0, random);
        backoff.triedAtMost(30);
        assertThat(backoff.inVain(1, random)).isZero();
    }

    @Test
    void inVain_longAfterTheLast_beginsAnew() {
        for (int tries = 0; tries < 50; tries++) {
            backoff.inVain(tries, random);
        }
        assertThat(backoff.inVain(50 + 2 * MOST_NANOS, random)).isZero();
    }
}
