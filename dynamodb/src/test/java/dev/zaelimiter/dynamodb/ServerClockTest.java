package dev.zaelimiter.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ClockStatus;
import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ServerClockTest {

    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000_000;

    private final ManualClock local = new ManualClock();
    private final ServerClock clock = new ServerClock(local);

    /** A server whose clock is off by a fixed amount, and what its answer says. */
    private void answer(long serverAheadMillis, long outNanos, long backNanos) {
        long sent = local.monotonicNanos();
        local.advance(Duration.ofNanos(outNanos));
        long server = Math.floorDiv(serverMillis(serverAheadMillis), 1000);
        local.advance(Duration.ofNanos(backNanos));
        clock.observe(sent, local.monotonicNanos(), server);
    }

    private long serverMillis(long aheadMillis) {
        return local.wallMillis() + aheadMillis;
    }

    @Test
    void millis_nothingHeard_isTheLocalTime() {
        assertThat(clock.millis()).isEqualTo(local.wallMillis());
        assertThat(clock.status()).isEqualTo(ClockStatus.LOCAL);
    }

    @Test
    void millis_localClockRight_staysAsItIs() {
        for (int i = 0; i < 200; i++) {
            answer(0, 3 * MILLI, 2 * MILLI);
            local.advance(Duration.ofMillis(137));
            assertThat(clock.millis()).isEqualTo(local.wallMillis());
        }
        assertThat(clock.status().offsetMillis()).isZero();
    }

    @Test
    void millis_anySkewAndDelays_isWithinTheBoundAlways_andTheBoundNarrowsToARoundTrip() {
        for (long seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            ManualClock ours = new ManualClock();
            ServerClock learned = new ServerClock(ours);
            long ahead = random.nextLong(-3_600_000, 3_600_000);
            for (int i = 0; i < 300; i++) {
                long sent = ours.monotonicNanos();
                ours.advance(Duration.ofNanos(random.nextLong(MILLI, 6 * MILLI)));
                long date = Math.floorDiv(ours.wallMillis() + ahead, 1000);
                ours.advance(Duration.ofNanos(random.nextLong(MILLI, 6 * MILLI)));
                learned.observe(sent, ours.monotonicNanos(), date);
                long error = Math.abs(learned.millis() - (ours.wallMillis() + ahead));
                assertThat(error)
                        .as("seed %s, answer %s, %s", seed, i, learned.status())
                        .isLessThanOrEqualTo(learned.status().boundMillis() + 1);
                ours.advance(Duration.ofNanos(random.nextLong(SECOND)));
            }
            assertThat(learned.status().boundMillis()).as("seed %s", seed).isLessThan(60);
            assertThat(learned.status().offsetMillis()).isCloseTo(ahead, org.assertj.core.data.Offset.offset(60L));
        }
    }

    @Test
    void millis_boundIsKept_movesNoFurtherThanIntoIt() {
        answer(10_000, MILLI, MILLI);
        long before = clock.status().offsetMillis();
        assertThat(before).as("no more than it must").isBetween(9_000L, 10_002L);
        for (int i = 0; i < 100; i++) {
            local.advance(Duration.ofMillis(333));
            answer(10_000, MILLI, MILLI);
            long now = clock.status().offsetMillis();
            assertThat(now).as("never back").isBetween(before, 10_002L);
            before = now;
        }
    }

    @Test
    void status_nothingHeardForLong_boundGrowsByTwoHundredPartsPerMillion() {
        answer(0, MILLI, MILLI);
        long before = clock.status().boundMillis();

        local.advance(Duration.ofHours(1));

        assertThat(clock.status().boundMillis() - before).isBetween(719L, 721L);
    }

    @Test
    void observe_clockThatDrifts_isFollowed() {
        double drift = 100e-6;
        for (int i = 0; i < 2_000; i++) {
            local.advance(Duration.ofMillis(711));
            long ahead = (long) (local.monotonicNanos() / 1e6 * drift);
            answer(ahead, 2 * MILLI, 2 * MILLI);
            assertThat(Math.abs(clock.millis() - serverMillis(ahead)))
                    .isLessThanOrEqualTo(clock.status().boundMillis() + 1);
        }
        assertThat(clock.status().boundMillis()).isLessThan(100);
    }

    @Test
    void observe_oneAnswerThatContradicts_isNotBelieved() {
        learn();

        answer(3_600_000, MILLI, MILLI);
        answer(-3_600_000, MILLI, MILLI);
        answer(0, MILLI, MILLI);

        assertThat(clock.millis()).isEqualTo(local.wallMillis());
    }

    @Test
    void observe_severalInARowContradict_areBelieved() {
        learn();

        for (int i = 0; i < 3; i++) {
            answer(3_600_000, MILLI, MILLI);
        }

        assertThat(clock.millis() - local.wallMillis()).isBetween(3_598_000L, 3_600_002L);
    }

    @Test
    void observe_answerThatTookTooLongOrHasNoSense_isIgnored() {
        clock.observe(0, 11 * SECOND, 5);
        clock.observe(10, 5, 5);
        clock.observe(0, 5, -1);
        clock.observe(0, 5, Long.MAX_VALUE);

        assertThat(clock.status().answers()).isZero();
    }

    private void learn() {
        for (int i = 0; i < 20; i++) {
            answer(0, MILLI, MILLI);
            local.advance(Duration.ofMillis(317));
        }
    }
}
