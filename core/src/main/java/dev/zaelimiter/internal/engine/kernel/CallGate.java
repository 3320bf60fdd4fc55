package dev.zaelimiter.internal.engine.kernel;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The gate that all calls of an engine go through. Once it is shut no call gets through, and it is known when the last
 * one that did has been answered: a flag that is looked at before each call would let a thread through that has just
 * looked at it. Safe for use by many threads.
 *
 * <p>On a store at hand calls are not counted: nothing is on its way there, and a counter that all threads share would
 * cost more than the call.
 */
final class CallGate {

    private static final long SHUT = Long.MIN_VALUE;

    private final boolean counts;
    /** Below zero once the gate is shut: then {@link #SHUT} and how many are under way. */
    private final AtomicLong underWay = new AtomicLong();

    private final CompletableFuture<Void> quiet = new CompletableFuture<>();
    private volatile boolean shut;

    /**
     * An open gate.
     *
     * @param counts whether answers take time, so that calls can be under way
     */
    CallGate(boolean counts) {
        this.counts = counts;
    }

    boolean isShut() {
        return shut;
    }

    /** Whether a call may go; then {@link #leave} must follow, once, when it was answered. */
    boolean enter() {
        if (shut) {
            return false;
        }
        if (counts && underWay.getAndIncrement() < 0) {
            leave();
            return false;
        }
        return true;
    }

    /** A call was answered. */
    void leave() {
        if (counts && underWay.decrementAndGet() == SHUT) {
            quiet.complete(null);
        }
    }

    /** Lets nobody through from now on. Done when all calls that are under way have been answered. */
    CompletableFuture<Void> shut() {
        shut = true;
        if (underWay.getAndUpdate(calls -> calls < 0 ? calls : calls + SHUT) == 0) {
            quiet.complete(null);
        }
        return quiet;
    }
}
