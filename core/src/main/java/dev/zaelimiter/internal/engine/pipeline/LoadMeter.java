package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.BucketImage;

/** How many writes a shard takes, of all processes, by what its {@code wcu} has ever given. Not thread-safe. */
final class LoadMeter {

    private final long windowNanos;
    private boolean started;
    private long startNanos;
    private long startConsumed;

    LoadMeter(long windowNanos) {
        this.windowNanos = windowNanos;
    }

    void restart() {
        started = false;
    }

    /**
     * Whether a window has just ended in which there was less than a part of what a partition can take.
     *
     * @param image the shard
     * @param nowNanos when it was seen, monotonic
     * @param part one in so many
     */
    boolean few(BucketImage image, long nowNanos, long part) {
        int wcu = image.layout().wcu();
        if (wcu < 0) {
            return false;
        }
        long consumed = image.tc()[wcu];
        long elapsed = nowNanos - startNanos;
        boolean over = started && elapsed >= windowNanos;
        double perSecond = (consumed - startConsumed) * 1e9 / Math.max(1, elapsed);
        boolean few = over && perSecond < (double) image.rates().cap(wcu) / part;
        if (!started || over) {
            started = true;
            startNanos = nowNanos;
            startConsumed = consumed;
        }
        return few;
    }

    void goOn(LoadMeter other) {
        started = other.started;
        startNanos = other.startNanos;
        startConsumed = other.startConsumed;
    }
}
