package dev.zaelimiter.benchmarks.scale;

import dev.zaelimiter.Environment;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** A process in virtual time, with a right clock. */
final class VirtualProcess implements Environment {

    private static final long ORIGIN_MILLIS = 1_704_067_200_000L;

    private final VirtualTime timeline;
    private final SplittableRandom random;

    VirtualProcess(VirtualTime timeline, SplittableRandom random) {
        this.timeline = timeline;
        this.random = random;
    }

    @Override
    public long wallMillis() {
        return ORIGIN_MILLIS + timeline.nowNanos() / 1_000_000;
    }

    @Override
    public long monotonicNanos() {
        return timeline.nowNanos();
    }

    @Override
    public Timer schedule(Runnable task, long delayNanos) {
        return timeline.after(delayNanos, task)::cancel;
    }

    @Override
    public Executor executor() {
        return task -> timeline.after(0, task);
    }

    @Override
    public RandomGenerator random() {
        return random;
    }

    @Override
    public boolean await(CompletableFuture<?> future, long nanos) {
        long end = timeline.nowNanos() + nanos;
        boolean more = true;
        while (more && !future.isDone() && timeline.nowNanos() <= end) {
            more = timeline.step();
        }
        return future.isDone();
    }
}
