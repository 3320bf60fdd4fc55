package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import java.util.concurrent.TimeUnit;

/**
 * An environment whose wall clock nobody sets: read once, when the store is opened, and counted on by the monotonic
 * clock from then on. A store that only one process uses need not agree with another clock, and if its clock were set
 * back, nothing would refill for that long. Safe for use by many threads.
 */
final class SteadyClock extends ForwardingEnvironment {

    private static final long NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private final Environment local;
    private volatile long originMillis;

    /** A clock that shows now what the given one shows. */
    SteadyClock(Environment local) {
        super(local);
        this.local = local;
        this.originMillis = local.wallMillis() - countedMillis();
    }

    /** In whole milliseconds of the monotonic clock, so that two such clocks change at the same moments. */
    private long countedMillis() {
        return Math.floorDiv(local.monotonicNanos(), NANOS_PER_MILLI);
    }

    /** Goes on from a later time. To be called before anybody else reads the clock. */
    void startAt(long wallMillis) {
        originMillis = wallMillis - countedMillis();
    }

    @Override
    public long wallMillis() {
        return originMillis + countedMillis();
    }
}
