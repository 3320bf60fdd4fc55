package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.BucketPipeline;
import dev.zaelimiter.internal.engine.pipeline.Waitlist;
import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that what is told of a bucket is as young as what it may be refused from: reads those of its shards that
 * were not seen lately, each at most once, and has put in order what is not. Its steps follow one another, on whichever
 * thread brought the last answer.
 */
final class FreshLook implements Waitlist.Look {

    private final BucketPipeline home;
    private final long deadlineNanos;
    private final boolean urgent;
    private final boolean young;
    private final boolean inOrder;
    /** What has been asked, and may have been let through by what is no longer stored; null where nothing was. */
    private final @Nullable TakeRequest asked;

    private final Then then;
    private final AtomicInteger open = new AtomicInteger();
    private int lookedAt;
    private int putInOrder;
    private volatile boolean failed;

    private FreshLook(
            BucketPipeline home,
            long deadlineNanos,
            boolean urgent,
            boolean young,
            boolean inOrder,
            @Nullable TakeRequest asked,
            Then then) {
        this.home = home;
        this.deadlineNanos = deadlineNanos;
        this.urgent = urgent;
        this.young = young;
        this.inOrder = inOrder;
        this.asked = asked;
        this.then = then;
    }

    /** Hears whether all was seen in time; must not block. */
    interface Then {
        void looked(boolean seen, Outbox out);
    }

    /** Looks at the bucket of which this is a shard; immediately, and without a call, if all of it was seen lately. */
    static void at(BucketPipeline any, long deadlineNanos, boolean urgent, Outbox out, Then then) {
        new FreshLook(any.home(), deadlineNanos, urgent, true, false, null, then).next(out);
    }

    /**
     * The same, and what the next take would put in order is put in order: limits that have changed, and a stamp that
     * lies ahead. Until then the bucket refills by its old numbers, or not at all, and whoever comes back at the time
     * told would come too early.
     */
    static void inOrder(BucketPipeline any, long deadlineNanos, boolean urgent, Outbox out, Then then) {
        new FreshLook(any.home(), deadlineNanos, urgent, true, true, null, then).next(out);
    }

    /**
     * Has a bucket that was asked, too, put in order before its times are told: those of its shards that were not
     * asked, and a switch that let the request through, if it may have been changed since it was read.
     */
    static void order(BucketPipeline any, TakeRequest take, long deadlineNanos, boolean urgent, Outbox out, Then then) {
        if (any.outlook().divided() || any.outlook().leansOnOldSwitch(take)) {
            new FreshLook(any.home(), deadlineNanos, urgent, false, true, take, then).next(out);
        } else {
            then.looked(true, out);
        }
    }

    private void next(Outbox out) {
        List<BucketPipeline> old = List.of();
        try {
            old = due(out);
        } catch (RuntimeException | Error fault) {
            // Whoever waits for this look hears of it in any case.
            failed(fault);
        }
        if (failed || old.isEmpty()) {
            then.looked(!failed, out);
            return;
        }
        open.set(old.size());
        for (BucketPipeline shard : old) {
            look(shard, out);
        }
    }

    /** Those that are looked at are counted: one that can't be is one of them. */
    private void look(BucketPipeline shard, Outbox out) {
        try {
            shard.look(this, urgent, out);
        } catch (RuntimeException | Error fault) {
            failed(fault);
            looked(fault, out);
        }
    }

    private void failed(Throwable fault) {
        home.fault(fault);
        failed = true;
    }

    private List<BucketPipeline> due(Outbox out) {
        List<BucketPipeline> due = new ArrayList<>();
        for (BucketPipeline shard : home.all()) {
            shard.useKept(out);
            if (isDue(shard)) {
                due.add(shard);
            }
        }
        return due;
    }

    /**
     * Whether to look at a shard: once since it was not seen lately, and once more since it is not in order by then.
     */
    private boolean isDue(BucketPipeline shard) {
        int bit = 1 << shard.shard();
        if (young && (lookedAt & bit) == 0 && !shard.outlook().fresh()) {
            lookedAt |= bit;
            return true;
        }
        boolean old = asked != null && shard.outlook().leansOnOldSwitch(asked);
        if (inOrder && (putInOrder & bit) == 0 && (old || !shard.outlook().inOrder())) {
            putInOrder |= bit;
            return true;
        }
        return false;
    }

    @Override
    public boolean ofTaker() {
        return inOrder;
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
