package dev.zaelimiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManualClockTest {

    private static final long SECOND = 1_000_000_000;

    private final ManualClock clock = new ManualClock(Instant.parse("2030-06-01T00:00:00.123456Z"));
    private final List<String> ran = new ArrayList<>();

    private void note(String what) {
        ran.add(what + "@" + clock.monotonicNanos() / SECOND);
    }

    @Test
    void time_untouched_standsStill() {
        assertThat(clock.wallMillis())
                .isEqualTo(Instant.parse("2030-06-01T00:00:00.123Z").toEpochMilli());
        assertThat(clock.monotonicNanos()).isZero();
        assertThat(new ManualClock().now()).isEqualTo(Instant.parse("2024-01-01T00:00:00Z"));
    }

    @Test
    void advance_severalTimers_runInOrderEachAtItsOwnInstant() {
        clock.schedule(() -> note("late"), 3 * SECOND);
        clock.schedule(() -> note("first"), SECOND);
        clock.schedule(() -> note("second"), SECOND);
        clock.schedule(() -> note("beyond"), 6 * SECOND);
        clock.advance(Duration.ofSeconds(5));
        assertThat(ran).containsExactly("first@1", "second@1", "late@3");
        assertThat(clock.monotonicNanos()).isEqualTo(5 * SECOND);
    }

    @Test
    void advance_timerThatSetsAnother_runsThatToo() {
        clock.schedule(() -> clock.schedule(() -> note("inner"), SECOND), SECOND);
        clock.advance(Duration.ofSeconds(2));
        assertThat(ran).containsExactly("inner@2");
    }

    @Test
    void schedule_noDelay_waitsForTheNextAdvance() {
        clock.schedule(() -> note("now"), 0);
        clock.schedule(() -> note("past"), -5);
        assertThat(ran).isEmpty();
        clock.advance(Duration.ZERO);
        assertThat(ran).containsExactly("now@0", "past@0");
    }

    @Test
    void cancel_beforeItsTime_keepsItFromRunning() {
        Environment.Timer timer = clock.schedule(() -> note("never"), SECOND);
        timer.cancel();
        timer.cancel();
        clock.advance(Duration.ofSeconds(2));
        assertThat(ran).isEmpty();
    }

    @Test
    void advance_backwards_isRefused() {
        assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1))).isInstanceOf(InvalidInputException.class);
        Instant before = clock.now();
        clock.advanceTo(before.minusSeconds(10));
        assertThat(clock.now()).isEqualTo(before);
    }

    @Test
    void advanceTo_instant_stopsThere() {
        clock.advanceTo(Instant.parse("2030-06-01T00:01:00.123Z"));
        assertThat(clock.now()).isEqualTo(Instant.parse("2030-06-01T00:01:00.123Z"));
    }

    @Test
    void shiftWall_eitherWay_leavesTimersAndTheMonotonicClock() {
        clock.schedule(() -> note("timer"), SECOND);
        long wall = clock.wallMillis();
        clock.shiftWall(Duration.ofHours(-1));
        assertThat(clock.wallMillis()).isEqualTo(wall - 3_600_000);
        assertThat(clock.monotonicNanos()).isZero();
        clock.shiftWall(Duration.ofHours(2));
        assertThat(ran).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(ran).containsExactly("timer@1");
    }

    @Test
    void await_futureThatATimerCompletes_movesNoFurtherThanThat() {
        CompletableFuture<String> future = new CompletableFuture<>();
        clock.schedule(() -> future.complete("x"), 2 * SECOND);
        clock.schedule(() -> note("later"), 3 * SECOND);
        assertThat(clock.await(future, 10 * SECOND)).isTrue();
        assertThat(clock.monotonicNanos()).isEqualTo(2 * SECOND);
        assertThat(ran).isEmpty();
    }

    @Test
    void await_nothingInTime_movesToTheEndAndSaysSo() {
        assertThat(clock.await(new CompletableFuture<>(), SECOND)).isFalse();
        assertThat(clock.monotonicNanos()).isEqualTo(SECOND);
        assertThat(clock.await(CompletableFuture.completedFuture(1), SECOND)).isTrue();
        assertThat(clock.monotonicNanos()).isEqualTo(SECOND);
        assertThat(clock.await(CompletableFuture.failedFuture(new IllegalStateException()), SECOND))
                .isTrue();
    }

    @Test
    void executor_taskOfATask_runsAfterItOnTheSameThread() {
        clock.executor().execute(() -> {
            clock.executor().execute(() -> note("inner"));
            note("outer");
        });
        assertThat(ran).containsExactly("outer@0", "inner@0");
    }

    @Test
    void executor_longChain_doesNotGrowTheStack() {
        AtomicInteger count = new AtomicInteger();
        clock.executor().execute(new Runnable() {
            @Override
            public void run() {
                if (count.incrementAndGet() < 1_000_000) {
                    clock.executor().execute(this);
                }
            }
        });
        assertThat(count).hasValue(1_000_000);
    }

    @Test
    void executor_taskThatThrows_doesNotLoseTheOthers() {
        assertThatThrownBy(() -> clock.executor().execute(() -> {
                    clock.executor().execute(() -> note("inner"));
                    throw new IllegalStateException("x");
                }))
                .hasMessage("x");
        assertThat(ran).containsExactly("inner@0");
        clock.executor().execute(() -> note("next"));
        assertThat(ran).hasSize(2);
    }

    @Test
    void random_sameSeed_repeats() {
        Instant start = Instant.EPOCH;
        long first = new ManualClock(start, 7).random().nextLong();
        assertThat(new ManualClock(start, 7).random().nextLong()).isEqualTo(first);
        assertThat(new ManualClock(start, 8).random().nextLong()).isNotEqualTo(first);
    }
}
