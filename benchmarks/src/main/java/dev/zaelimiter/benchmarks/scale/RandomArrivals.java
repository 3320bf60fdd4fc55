package dev.zaelimiter.benchmarks.scale;

import java.util.SplittableRandom;

/** Requests that come whether or not those before were served: so many a second, by chance, once a millisecond. */
final class RandomArrivals {

    private static final long TICK_NANOS = 1_000_000;
    private static final double MANY = 50;

    private final VirtualTime timeline;
    private final SplittableRandom random;
    private final double perTick;
    private final Runnable arrival;

    RandomArrivals(VirtualTime timeline, SplittableRandom random, double perSecond, Runnable arrival) {
        this.timeline = timeline;
        this.random = random;
        this.perTick = perSecond * TICK_NANOS / 1e9;
        this.arrival = arrival;
    }

    void start() {
        timeline.after(random.nextLong(TICK_NANOS), this::tick);
    }

    private void tick() {
        long count = draw();
        for (long i = 0; i < count; i++) {
            arrival.run();
        }
        timeline.after(TICK_NANOS, this::tick);
    }

    /** A number by Poisson's distribution. */
    private long draw() {
        if (perTick > MANY) {
            return Math.max(0, Math.round(perTick + Math.sqrt(perTick) * random.nextGaussian()));
        }
        double limit = Math.exp(-perTick);
        double product = random.nextDouble();
        long count = 0;
        while (product > limit) {
            product *= random.nextDouble();
            count++;
        }
        return count;
    }
}
