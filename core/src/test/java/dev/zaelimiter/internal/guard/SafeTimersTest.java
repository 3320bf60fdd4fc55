package dev.zaelimiter.internal.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SafeTimersTest {

    private static final long SECOND = 1_000_000_000L;

    private final ManualClock clock = new ManualClock();
    private final AtomicInteger runs = new AtomicInteger();
    private boolean refusesTimers;
    private boolean keepsWhatItRefuses;
    private boolean refusesTasks;
    private boolean refusesToCancel;

    private final SafeTimers timers = new SafeTimers(new ForwardingEnvironment(clock) {
        @Override
        public Timer schedule(Runnable task, long delayNanos) {
            if (!refusesTimers || keepsWhatItRefuses) {
                Timer timer = super.schedule(task, delayNanos);
                if (refusesToCancel) {
                    return () -> {
                        throw new IllegalStateException("no cancelling");
                    };
                }
                if (!refusesTimers) {
                    return timer;
                }
            }
            throw new RejectedExecutionException("shut down");
        }

        @Override
        public Executor executor() {
            Executor usual = super.executor();
            return task -> {
                if (refusesTasks) {
                    throw new RejectedExecutionException("full");
                }
                usual.execute(task);
            };
        }
    });

    @Test
    void schedule_usually_runsOnceAtItsTime() {
        timers.schedule(runs::incrementAndGet, SECOND);
        clock.advance(Duration.ofMillis(999));
        assertThat(runs).hasValue(0);
        clock.advance(Duration.ofSeconds(1));
        assertThat(runs).hasValue(1);
    }

    @Test
    void schedule_environmentRefuses_runsByThatOfTheJvm() {
        refusesTimers = true;
        CompletableFuture<Void> rang = new CompletableFuture<>();
        timers.schedule(() -> rang.complete(null), 1000);
        rang.join();
    }

    @Test
    void schedule_environmentRefusesAndRunsItLater_runsOnce() {
        refusesTimers = true;
        keepsWhatItRefuses = true;
        timers.schedule(runs::incrementAndGet, 1000);
        while (runs.get() == 0) {
            Thread.onSpinWait();
        }
        clock.advance(Duration.ofSeconds(1));
        assertThat(runs).hasValue(1);
    }

    @Test
    void cancel_environmentRefused_neverRuns() {
        refusesTimers = true;
        keepsWhatItRefuses = true;
        Environment.Timer timer = timers.schedule(runs::incrementAndGet, 3600 * SECOND);
        timer.cancel();
        clock.advance(Duration.ofHours(2));
        assertThat(runs).hasValue(0);
    }

    @Test
    void cancel_environmentRefusesThat_neverRuns() {
        refusesToCancel = true;
        timers.schedule(runs::incrementAndGet, SECOND).cancel();
        clock.advance(Duration.ofHours(2));
        assertThat(runs).hasValue(0);
    }

    @Test
    void execute_executorRefuses_runsOnTheTimersThread() {
        refusesTasks = true;
        timers.execute(runs::incrementAndGet, SECOND);
        clock.advance(Duration.ofSeconds(1));
        assertThat(runs).hasValue(1);
    }
}
