package dev.zaelimiter;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/**
 * The one source of time, timers, threads and randomness of a repository.
 *
 * <p>Nothing in the engine asks the JVM for any of these directly, which is what lets a simulation run the real engine
 * on virtual time from one seed. Applications use {@link #system()} (the default) or, in tests, a {@link ManualClock}.
 *
 * <p>Implementations are safe for use by many threads.
 */
public interface Environment {

    /**
     * The wall clock, shared in meaning with other hosts: it stamps what is stored.
     *
     * @return milliseconds since the epoch; may stand still or run back
     */
    long wallMillis();

    /**
     * What the wall clock is led by.
     *
     * @return a snapshot; {@link ClockStatus#LOCAL} unless it follows another's
     */
    default ClockStatus clockStatus() {
        return ClockStatus.LOCAL;
    }

    /**
     * The local monotonic clock: waiting, deadlines and ages are measured with it. Only differences mean anything.
     *
     * @return nanoseconds from an arbitrary origin, never running back
     */
    long monotonicNanos();

    /**
     * Runs a task once, after a delay. The task must be short and must not block. If this throws, the timers of
     * {@link #system()} are used.
     *
     * @param task what to run
     * @param delayNanos nanoseconds from now; zero or less means as soon as possible, but never inside this call
     * @return a handle that keeps the task from running if it has not started
     */
    Timer schedule(Runnable task, long delayNanos);

    /**
     * Runs work that must not run on the current thread: completion of futures, hand-over of a long drain. A task that
     * the executor refuses is run by whoever has brought it, so that nobody waits for ever; then a task that blocks may
     * stall others.
     *
     * @return an executor whose tasks may block without stalling one another
     */
    Executor executor();

    /**
     * Randomness for jitter and identifiers; not for secrets.
     *
     * @return a generator that many threads may use
     */
    RandomGenerator random();

    /**
     * Tells threads apart that run at the same time: where many change the same numbers, each changes a part of its
     * own.
     *
     * @return a number of the calling thread, any; two threads may have the same
     */
    default int threadNumber() {
        return (int) Thread.currentThread().getId();
    }

    /**
     * Blocks the calling thread until a future is done, or a time has passed. Used where a repository is opened, closed
     * or configured; an acquire waits without it.
     *
     * @param future what to wait for, however it ends
     * @param nanos the longest wait
     * @return false if it was not done in time, or the thread was interrupted (then its flag is set)
     */
    boolean await(CompletableFuture<?> future, long nanos);

    /**
     * The environment of this JVM: system clocks, one daemon timer thread, and a virtual thread per task where the JVM
     * has them (21 and later), otherwise a cached pool of daemon threads. A thread that has nothing to do ends after a
     * second, so that an application that closed its repositories can be unloaded.
     *
     * @return the shared instance
     */
    static Environment system() {
        return SystemEnvironment.INSTANCE;
    }

    /** A scheduled task. */
    @FunctionalInterface
    interface Timer {

        /** Keeps the task from running if it has not started. May be called more than once. */
        void cancel();
    }
}
