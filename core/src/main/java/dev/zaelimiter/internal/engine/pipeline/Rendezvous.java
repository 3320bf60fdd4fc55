package dev.zaelimiter.internal.engine.pipeline;

/**
 * Holds the next batch back for the many callers who have just been let go. Threads that come straight back need some
 * time to be woken one after the other; a write that does not wait for them takes only the first few along, and leaves
 * the rest waiting for a whole round trip. So up to half a round trip is spent, as long as that pays: if less than half
 * of them came back in time, the next batches go immediately.
 *
 * <p>Belongs to the one who works the pipeline.
 */
final class Rendezvous {

    /** Fewer callers are woken in less time than a batch would be held back. */
    static final int FEWEST = 4;

    static final long MOST_NANOS = 5_000_000;

    /** So many batches go immediately after one that was held back in vain. */
    static final int GO_AT_ONCE = 16;

    private int expected;
    /**
     * Callers that waited already when the others were let go: without them two halves of a crowd would alternate for
     * ever.
     */
    private int before;

    private boolean holding;
    private long untilNanos;
    private int atOnce;

    /**
     * Callers are being let go.
     *
     * @param callers how many
     * @param waiting how many others wait already
     */
    void letGo(int callers, int waiting) {
        holding = false;
        before = waiting;
        expected = callers < FEWEST ? 0 : callers;
        if (expected > 0 && atOnce > 0) {
            atOnce--;
            expected = 0;
        }
    }

    /** Nobody is waited for. */
    void over() {
        expected = 0;
    }

    /**
     * How long to hold the next batch back from now on. Changes nothing: {@link #noted} does.
     *
     * @param waiting how many callers wait by now
     * @param nowNanos monotonic
     * @param roundTripNanos of a write
     * @return 0 to go
     */
    long holdNanos(int waiting, long nowNanos, long roundTripNanos) {
        return expected == 0 || areBack(waiting) ? 0 : Math.max(0, until(nowNanos, roundTripNanos) - nowNanos);
    }

    /** The next batch was held back for so long, or not at all: that was acted upon. */
    void noted(int waiting, long nowNanos, long roundTripNanos) {
        if (expected == 0) {
            return;
        }
        if (areBack(waiting)) {
            expected = 0;
            return;
        }
        untilNanos = until(nowNanos, roundTripNanos);
        holding = true;
        if (untilNanos - nowNanos <= 0) {
            if (waiting - before < expected / 2) {
                atOnce = GO_AT_ONCE;
            }
            expected = 0;
        }
    }

    private boolean areBack(int waiting) {
        return waiting - before >= expected - expected / 8;
    }

    private long until(long nowNanos, long roundTripNanos) {
        return holding ? untilNanos : nowNanos + Math.min(MOST_NANOS, roundTripNanos / 2);
    }

    /** Whether anything is to be known of it later. */
    boolean expectsAny() {
        return expected != 0 || atOnce != 0;
    }

    void goOn(Rendezvous other) {
        expected = other.expected;
        before = other.before;
        holding = other.holding;
        untilNanos = other.untilNanos;
        atOnce = other.atOnce;
    }
}
