package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Waitlist;
import org.jspecify.annotations.Nullable;

/** A flow that waits until a bucket is known. */
record Loading(Flow flow, BucketPipeline.Entry then) implements Waitlist.Look {

    /** The acquire that waits. Safe for use by many threads. */
    interface Flow extends Steps {

        /** The bucket could not be read. */
        void loadFailed(Throwable failure, Outbox out);
    }

    @Override
    public long deadlineNanos() {
        return flow.deadlineNanos();
    }

    @Override
    public void looked(@Nullable Throwable failure, Outbox out) {
        if (failure == null) {
            flow.step(then, out);
        } else {
            flow.loadFailed(failure, out);
        }
    }
}
