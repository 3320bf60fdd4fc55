package dev.zaelimiter.internal.engine.kernel;

/**
 * How much one thread has worked in one call, or for one answer: rounds of all pipelines that it works there, which may
 * be several, one after another. Used by one thread.
 */
public final class Rounds {

    /** After so many, or so long, the work is another thread's, so that a caller gets away with its own answer. */
    private static final int MAX_ROUNDS = 256;

    private static final long MAX_NANOS = 10_000_000;

    /**
     * So few are worked on each pipeline, and the clock is not looked at: what the call itself has brought is done in
     * them, be it to thousands of pipelines, and nobody who is called back finds it undone.
     */
    private static final int FEW_ROUNDS = 16;

    private int all;
    private long fewRoundsNanos;

    /** None yet. */
    Rounds() {}

    /** One more round begins. True for the one with which the clock is to be {@link #read}. */
    public boolean next() {
        return ++all == FEW_ROUNDS;
    }

    /** What the monotonic clock shows then. */
    public void read(long nanos) {
        fewRoundsNanos = nanos;
    }

    /**
     * Whether it is another's turn on a pipeline.
     *
     * @param own how many of these rounds were worked on it
     * @param nowNanos monotonic
     */
    public boolean enough(int own, long nowNanos) {
        return own > FEW_ROUNDS && (all > MAX_ROUNDS || nowNanos - fewRoundsNanos > MAX_NANOS);
    }
}
