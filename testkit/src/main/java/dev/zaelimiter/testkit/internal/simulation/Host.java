package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.Environment;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** One process: its clock, which may be wrong, its timers, its randomness, and whether it is still alive. */
final class Host implements Environment {

    /** 2024-01-01T00:00:00Z. */
    static final long ORIGIN_MILLIS = 1_704_067_200_000L;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final World world;
    private final String name;
    private long skewNanos;
    private final long driftPpm;
    private final long driftsNanos;
    private final SplittableRandom random;
    private boolean crashed;
    private int threads;

    /**
     * A host whose clock drifts at first, and then no more: in the end clients wait for days, and two clocks that
     * drifted as long would be minutes apart.
     */
    Host(World world, String name, long skewNanos, long driftPpm, long driftsNanos, SplittableRandom random) {
        this.world = world;
        this.name = name;
        this.skewNanos = skewNanos;
        this.driftPpm = driftPpm;
        this.driftsNanos = driftsNanos;
        this.random = random;
    }

    /** A host whose clock goes at the right speed. */
    Host(World world, String name, long skewNanos, SplittableRandom random) {
        this(world, name, skewNanos, 0, 0, random);
    }

    boolean crashed() {
        return crashed;
    }

    void crash() {
        crashed = true;
    }

    /** Its wall clock is set. */
    void jump(long nanos) {
        skewNanos = nanos;
    }

    @Override
    public long wallMillis() {
        long now = world.nowNanos();
        long drift = Math.min(now, driftsNanos) / 1_000_000 * driftPpm;
        return ORIGIN_MILLIS + Math.floorDiv(now + skewNanos + drift, NANOS_PER_MILLI);
    }

    @Override
    public long monotonicNanos() {
        return world.nowNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return world.after(delayNanos, this, task)::cancel;
    }

    @Override
    public Executor executor() {
        return task -> world.after(0, this, task);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    /** All run on one thread, as if on many. */
    @Override
    public int threadNumber() {
        return (++threads * 0x9E3779B9) >>> 16;
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return world.await(future, nanos);
    }

    @Override
    public String toString() {
        return name;
    }
}
