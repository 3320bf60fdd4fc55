package dev.zaelimiter.benchmarks.scale;

/**
 * Whether more was granted in any window than the ceiling and the refill over it: the room under the strictest window,
 * of a limit whose ceiling is a second's refill.
 */
final class WindowOfGrants {

    private final double perSecond;
    private double room;
    private double least;
    private long nanos;

    WindowOfGrants(long perSecond) {
        this.perSecond = (double) perSecond;
        this.room = this.perSecond;
        this.least = this.perSecond;
    }

    void granted(long nowNanos) {
        room = Math.min(perSecond, room + (nowNanos - nanos) / 1e9 * perSecond) - 1;
        nanos = nowNanos;
        least = Math.min(least, room);
    }

    /** How many too many, where a window is longer by the time that a request was under way. */
    long over(long underWayNanos) {
        return (long) Math.max(0, Math.ceil(-least - underWayNanos / 1e9 * perSecond));
    }
}
