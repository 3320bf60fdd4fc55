package dev.zaelimiter.http.client;

/**
 * What one service has said of its limits, for all calls to it. For many threads: one lock, held for some instructions,
 * never while anything is called. Times are of the monotonic clock.
 */
final class Scope {

    private final String name;

    private final Object lock = new Object();
    private int inFlight;
    private long pausedUntilNanos;
    private boolean paused;
    private long left = Long.MAX_VALUE;
    private long windowEndNanos;

    Scope(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }

    /** Counts a call as sent, and gives 0; or gives the nanoseconds for which none may be sent. */
    long enter(long nowNanos) {
        synchronized (lock) {
            long hold = hold(nowNanos);
            if (hold == 0) {
                inFlight++;
                if (left != Long.MAX_VALUE) {
                    left--;
                }
            }
            return hold;
        }
    }

    /** The same, without counting. */
    long look(long nowNanos) {
        synchronized (lock) {
            return hold(nowNanos);
        }
    }

    private long hold(long nowNanos) {
        if (left != Long.MAX_VALUE && windowEndNanos - nowNanos <= 0) {
            left = Long.MAX_VALUE;
        }
        if (paused && pausedUntilNanos - nowNanos <= 0) {
            paused = false;
        }
        long hold = paused ? pausedUntilNanos - nowNanos : 0;
        return left == 0 ? Math.max(hold, windowEndNanos - nowNanos) : hold;
    }

    /** A call that was counted has ended without a response. */
    void leave() {
        synchronized (lock) {
            inFlight--;
        }
    }

    /** A call that was counted has ended, and its response said this. */
    void leave(ServerWord word, long nowNanos, long longestNanos) {
        synchronized (lock) {
            inFlight--;
            hear(word, nowNanos, longestNanos);
        }
    }

    /** A response said this, of a call that is not counted or goes on. */
    void hear(ServerWord word, long nowNanos, long longestNanos) {
        synchronized (lock) {
            if (word.pauseMillis() > 0) {
                long until = nowNanos + Math.min(word.pauseMillis() * 1_000_000L, longestNanos);
                if (!paused || until - pausedUntilNanos > 0) {
                    pausedUntilNanos = until;
                    paused = true;
                }
            }
            if (word.windowMillis() > 0) {
                // Nobody knows whether the service has counted those that are still under way.
                left = Math.max(0, word.left() - inFlight);
                windowEndNanos = nowNanos + Math.min(word.windowMillis() * 1_000_000L, longestNanos);
            }
        }
    }

    /** Whether it says nothing any more, and nobody waits for an answer. */
    boolean isIdle(long nowNanos) {
        synchronized (lock) {
            return inFlight == 0 && hold(nowNanos) == 0 && left == Long.MAX_VALUE;
        }
    }
}
