package dev.zaelimiter.internal.guard;

import dev.zaelimiter.Environment;
import java.util.function.Consumer;

/**
 * The monotonic clock of an environment, for what must not be lost over it: while it throws, it is as late as it was
 * when it was last read here, or a tenth of a second before others have read it. Safe for use by many threads.
 */
public final class SafeClock {

    /** What others read is noted so often: more often, threads would get in each other's way. */
    private static final long NOTED_NANOS = 100_000_000;

    private final Environment environment;
    private final Consumer<Throwable> faults;
    private volatile long last;

    /** With who hears what it throws. */
    public SafeClock(Environment environment, Consumer<Throwable> faults) {
        this.environment = environment;
        this.faults = faults;
        this.last = environment.monotonicNanos();
    }

    /** Another has read the clock. */
    public void read(long now) {
        if (now - last > NOTED_NANOS) {
            last = now;
        }
    }

    public long monotonicNanos() {
        try {
            long now = environment.monotonicNanos();
            last = now;
            return now;
        } catch (RuntimeException | Error thrown) {
            faults.accept(thrown);
            return last;
        }
    }
}
