package dev.zaelimiter.internal.engine;

/** Whether a call of the writer, or a rest between two of them, is under way. Belongs to the one who works the pipeline. */
final class CallSlot {

    private final Site pipeline;
    private boolean busy;

    CallSlot(Site pipeline) {
        this.pipeline = pipeline;
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

    /** Nothing goes out for a while. */
    void pause(long nanos) {
        busy = true;
        pipeline.wake(nanos, out -> busy = false);
    }
}
