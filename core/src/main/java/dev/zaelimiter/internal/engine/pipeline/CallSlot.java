package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.bucket.Plan;

/** Whether a call of the writer, or a rest between two of them, is under way. Belongs to the one who works the pipeline. */
final class CallSlot {

    private static final long LONGEST_PAUSE_MILLIS = 1000;

    private final Site site;
    private boolean busy;

    CallSlot(Site site) {
        this.site = site;
    }

    boolean busy() {
        return busy;
    }

    /** A call goes out. */
    void take() {
        busy = true;
    }

    /** The call has ended. */
    void free() {
        busy = false;
    }

    /** The store's partition has to rest; of one that would rest for long nobody knows what others do to it meanwhile. */
    void pause(Plan.Pause pause) {
        pause(Math.max(1, Math.min(pause.millis(), LONGEST_PAUSE_MILLIS)) * 1_000_000);
    }

    /** Nothing goes out for a while. */
    void pause(long nanos) {
        busy = true;
        site.wake(nanos, out -> busy = false);
    }
}
