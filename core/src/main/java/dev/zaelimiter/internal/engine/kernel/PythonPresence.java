package dev.zaelimiter.internal.engine.kernel;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether clients of the Python system work on the same store: said by somebody, or seen by what they write. Safe for
 * use by many threads.
 */
public final class PythonPresence {

    private static final int MANY_FOREIGN_WRITES = 20;

    private final AtomicInteger foreignWrites = new AtomicInteger();
    private volatile boolean known;

    PythonPresence(boolean known) {
        this.known = known;
    }

    /** Whether they do, as far as is known. */
    public boolean isKnown() {
        return known;
    }

    /** A bucket was seen that others have made: each of ours holds the id of a write. */
    public void sawBucket() {
        known = true;
    }

    /**
     * A bucket has moved, and holds the same id of a write as before. Now and then a late copy of a write of ours does
     * that.
     */
    public void sawForeignWrite() {
        if (!known && foreignWrites.incrementAndGet() >= MANY_FOREIGN_WRITES) {
            known = true;
        }
    }
}
