package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.internal.guard.SafeLog;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Whether buckets may be given a time to live. Not once one was gone twice in a row right after this process had made
 * it, while it was not full: the store's clock is ahead of this host's by more than a bucket is meant to live, and each
 * would be made anew, full, again and again. Safe for use by many threads.
 */
public final class Expiry {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    /** Somebody may have deleted a bucket once. */
    private static final int MOST_IN_A_ROW = 2;

    private final AtomicBoolean distrusted = new AtomicBoolean();

    Expiry() {}

    /** Whether what is written here would vanish before its time, so that buckets that have none are given none. */
    public boolean distrusted() {
        return distrusted.get();
    }

    /** A bucket that this process had made was gone when it was next seen, so many times in a row. */
    public void vanishedUnused(int inARow) {
        if (inARow >= MOST_IN_A_ROW && distrusted.compareAndSet(false, true)) {
            LOG.error(
                    "buckets vanish before their time: this host's clock lies behind the store's by more than they are to live."
                            + " From now on this process gives them no time to live, so that the limits hold. Set the clock, and start anew");
        }
    }
}
