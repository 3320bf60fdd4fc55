package dev.zaelimiter.internal.engine.pipeline;

/**
 * What a thread does that finds a pipeline worked by another one, before it asks for its turn again. Only for a thread
 * whose caller has asked for a call that waits: one that must not be held up, of an event loop, comes back immediately,
 * since to spin or to yield there counts as blocking.
 */
public final class BusyTurn {

    /** How long it leaves the pipeline to that one, who needs less than this. */
    private static final int SPINS = 50;

    private BusyTurn() {}

    /**
     * Does not look at the pipeline meanwhile: that would slow down the one who works it. That one may have lost its
     * processor, so others get a chance to run.
     */
    @SuppressWarnings("ThreadPriorityCheck") // nothing depends on it: whoever yields in vain queues up a little later
    public static void stepAside() {
        for (int i = 0; i < SPINS; i++) {
            Thread.onSpinWait();
        }
        Thread.yield();
    }
}
