package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Waitlist;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that what is told of a bucket is as young as what it may be refused from: reads those of its shards that were not
 * seen lately, each at most once. Its steps follow one another, on whichever thread brought the last answer.
 */
final class FreshLook implements Waitlist.Look {

    private final BucketPipeline home;
    private final long deadlineNanos;
    private final boolean urgent;
    private final Then then;
    private final AtomicInteger open = new AtomicInteger();
    private int lookedAt;
    private volatile boolean failed;

    private FreshLook(BucketPipeline home, long deadlineNanos, boolean urgent, Then then) {
        this.home = home;
        this.deadlineNanos = deadlineNanos;
        this.urgent = urgent;
        this.then = then;
    }

    /** Hears whether all was seen in time; must not block. */
    interface Then {
        void looked(boolean seen, Outbox out);
    }

    /** Looks at the bucket of which this is a shard; immediately, and without a call, if all of it was seen lately. */
    static void at(BucketPipeline any, long deadlineNanos, boolean urgent, Outbox out, Then then) {
        new FreshLook(any.home(), deadlineNanos, urgent, then).next(out);
    }

    private void next(Outbox out) {
        List<BucketPipeline> old = new ArrayList<>();
        for (BucketPipeline shard : home.all()) {
            int bit = 1 << shard.shard();
            if ((lookedAt & bit) == 0 && !shard.outlook().fresh()) {
                lookedAt |= bit;
                old.add(shard);
            }
        }
        if (failed || old.isEmpty()) {
            then.looked(!failed, out);
            return;
        }
        open.set(old.size());
        old.forEach(shard -> shard.look(this, urgent, out));
    }

    @Override
    public long deadlineNanos() {
        return deadlineNanos;
    }

    @Override
    public void looked(@Nullable Throwable failure, Outbox out) {
        failed |= failure != null;
        if (open.decrementAndGet() == 0) {
            // One of them may know of more shards.
            next(out);
        }
    }
}
