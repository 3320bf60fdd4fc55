package dev.zaelimiter.internal.engine.pipeline;

import java.util.random.RandomGenerator;

/**
 * How often in a row the same was tried in vain, and how long to rest before the next time: the first few cost nothing,
 * as others may have been a little faster; each further one rests twice as long as the last, up to a bound. Belongs to
 * the one who works the pipeline.
 */
final class Backoff {

    private static final int FREE = 4;
    private static final long FIRST_NANOS = 1_000_000;

    private final long mostNanos;
    private int inVain;
    private long lastNanos;
    private long notBeforeNanos;

    /**
     * Nothing was tried yet.
     *
     * @param mostNanos the longest rest
     */
    Backoff(long mostNanos) {
        this.mostNanos = mostNanos;
    }

    /** It came to something. */
    void succeeded() {
        if (inVain != 0) {
            inVain = 0;
        }
    }

    /** Of all that was tried in vain, only so much was for the same callers. */
    void triedAtMost(int times) {
        inVain = Math.min(inVain, times);
    }

    /**
     * It came to nothing.
     *
     * @param nowNanos monotonic
     * @param random for a rest between one half and all of what is due, so that processes don't try in step
     * @return how long to rest now, in nanoseconds
     */
    long inVain(long nowNanos, RandomGenerator random) {
        if (inVain > 0 && nowNanos - lastNanos > 2 * mostNanos) {
            // What stood in the way long ago says nothing of now.
            inVain = 0;
        }
        inVain++;
        lastNanos = nowNanos;
        int doublings = inVain - FREE;
        return rest(doublings <= 0 ? 0 : doublings > 40 ? mostNanos : FIRST_NANOS << doublings, nowNanos, random);
    }

    /** It will come to nothing for some time, whatever is tried. */
    void hopeless(long nowNanos, RandomGenerator random) {
        inVain = Math.max(inVain + 1, FREE);
        lastNanos = nowNanos;
        rest(mostNanos, nowNanos, random);
    }

    private long rest(long due, long nowNanos, RandomGenerator random) {
        long most = Math.min(mostNanos, due);
        long rest = most == 0 ? 0 : most / 2 + random.nextLong(most / 2 + 1);
        notBeforeNanos = nowNanos + rest;
        return rest;
    }

    /** How long it rests still; 0 or less if it may be tried. */
    long leftNanos(long nowNanos) {
        return inVain == 0 ? 0 : notBeforeNanos - nowNanos;
    }

    /** Whether the last try was in vain. */
    boolean isInVain() {
        return inVain != 0;
    }

    void goOn(Backoff other) {
        inVain = other.inVain;
        lastNanos = other.lastNanos;
        notBeforeNanos = other.notBeforeNanos;
    }
}
