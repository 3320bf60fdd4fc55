package dev.zaelimiter.internal.engine;

import org.jspecify.annotations.Nullable;

/** A flow that waits until a bucket is known. */
record Loading(AcquireFlow flow, BucketPipeline.Entry then) implements BucketPipeline.Look {

    @Override
    public long deadlineNanos() {
        return flow.deadlineNanos();
    }

    @Override
    public void looked(BucketState state, @Nullable Throwable failure, Outbox out) {
        if (failure == null) {
            then.run(out);
        } else {
            flow.loadFailed(failure, out);
        }
    }
}
