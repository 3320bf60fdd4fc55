package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ManualClock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Throws at the question that it is set to, once. */
final class ThrowingEnvironment implements Environment {
    static final long LEAP_MILLIS = 5;

    private final ManualClock clock;
    /** How many questions are answered before; negative for all. */
    int left = -1;

    /** The same for the question before which this host's time leaps by {@link #LEAP_MILLIS}. */
    int untilLeap = -1;

    boolean thrown;
    private long leaptMillis;

    ThrowingEnvironment(ManualClock clock) {
        this.clock = clock;
    }

    private void asked() {
        if (untilLeap >= 0 && untilLeap-- == 0) {
            leaptMillis += LEAP_MILLIS;
        }
        if (left >= 0 && left-- == 0) {
            thrown = true;
            throw new IllegalStateException("an environment that throws");
        }
    }

    @Override
    public long wallMillis() {
        asked();
        return clock.wallMillis() + leaptMillis;
    }

    @Override
    public long monotonicNanos() {
        asked();
        return clock.monotonicNanos() + leaptMillis * 1_000_000;
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        // One that is refused is the system's, which this clock does not move: see NoThreadScenariosTest.
        Timer timer = clock.schedule(task, delayNanos);
        return () -> {
            timer.cancel();
            asked();
        };
    }

    @Override
    public Executor executor() {
        asked();
        return clock.executor();
    }

    @Override
    public RandomGenerator random() {
        asked();
        return clock.random();
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return clock.await(future, nanos);
    }
}
