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
    private final SplittableRandom random;
    private boolean crashed;

    Host(World world, String name, long skewNanos, long driftPpm, SplittableRandom random) {
        this.world = world;
        this.name = name;
        this.skewNanos = skewNanos;
        this.driftPpm = driftPpm;
        this.random = random;
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
        return ORIGIN_MILLIS + Math.floorDiv(now + skewNanos + now / 1_000_000 * driftPpm, NANOS_PER_MILLI);
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

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        return world.await(future, nanos);
    }

    @Override
    public String toString() {
        return name;
    }
}
