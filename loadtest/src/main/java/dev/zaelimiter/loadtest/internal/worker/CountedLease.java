package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.LimitStatus;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/** A lease whose end is counted, once. Safe for use by many threads. */
final class CountedLease implements Lease {

    private final Lease lease;
    private final AcquireRequest request;
    private final BucketTally.Taken[] taken;
    private final AtomicBoolean ended = new AtomicBoolean();
    /** Whether what is held may differ from what was asked. */
    private volatile boolean changed;

    CountedLease(Lease lease, AcquireRequest request, BucketTally.Taken[] taken) {
        this.lease = lease;
        this.request = request;
        this.taken = taken;
    }

    /** Counts what is held, before the lease ends; nobody knows it after. */
    private void end(boolean kept, Runnable ending) {
        long[] held = new long[taken.length];
        for (int i = 0; kept && i < held.length; i++) {
            held[i] = changed ? heldOr(i) : request.amount(i);
        }
        ending.run();
        if (ended.compareAndSet(false, true) && !lease.degraded()) {
            for (int i = 0; i < held.length; i++) {
                taken[i].ended(request.amount(i), held[i]);
            }
        }
    }

    private long heldOr(int index) {
        try {
            return lease.held(request.limit(index));
        } catch (LeaseEndedException e) {
            return 0;
        }
    }

    @Override
    public String entity() {
        return lease.entity();
    }

    @Override
    public String resource() {
        return lease.resource();
    }

    @Override
    public long held(String limit) {
        return lease.held(limit);
    }

    @Override
    public List<LimitStatus> statuses() {
        return lease.statuses();
    }

    @Override
    public boolean degraded() {
        return lease.degraded();
    }

    @Override
    public boolean bypassed() {
        return lease.bypassed();
    }

    @Override
    public void settle(String limit, long total) {
        changed = true;
        lease.settle(limit, total);
    }

    @Override
    public void adjust(String limit, long delta) {
        changed = true;
        lease.adjust(limit, delta);
    }

    @Override
    public Decision take(String limit, long more) {
        changed = true;
        return lease.take(limit, more);
    }

    @Override
    public CompletableFuture<Decision> takeAsync(String limit, long more) {
        changed = true;
        return lease.takeAsync(limit, more);
    }

    @Override
    public void keep() {
        end(true, lease::keep);
    }

    @Override
    public void giveBack() {
        end(false, lease::giveBack);
    }

    @Override
    public void close() {
        if (!ended.get()) {
            end(true, lease::close);
        }
    }
}
