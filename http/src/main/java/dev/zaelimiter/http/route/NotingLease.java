package dev.zaelimiter.http.route;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.LimitStatus;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lease that remembers which limits somebody has settled, so that what was not can be given back without the rest, as {@code
 * RateLimiter.call} does. Safe for use by many threads.
 */
final class NotingLease implements Lease {

    private final Lease lease;
    private final Set<String> taken = ConcurrentHashMap.newKeySet();
    private final Set<String> settled = ConcurrentHashMap.newKeySet();

    NotingLease(Lease lease, Collection<String> taken) {
        this.lease = lease;
        this.taken.addAll(taken);
    }

    /** Ends the lease, unless it has ended: what was settled is kept. */
    void giveBackTheRest() {
        try {
            if (settled.isEmpty()) {
                lease.giveBack();
                return;
            }
            for (String limit : taken) {
                if (!settled.contains(limit)) {
                    lease.settle(limit, 0);
                }
            }
            lease.keep();
        } catch (LeaseEndedException e) {
            // A handler has ended it, and knew better.
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
        lease.settle(limit, total);
        settled.add(limit);
    }

    @Override
    public void adjust(String limit, long delta) {
        lease.adjust(limit, delta);
        settled.add(limit);
    }

    @Override
    public Decision take(String limit, long more) {
        taken.add(limit);
        return lease.take(limit, more);
    }

    @Override
    public CompletableFuture<Decision> takeAsync(String limit, long more) {
        taken.add(limit);
        return lease.takeAsync(limit, more);
    }

    @Override
    public void keep() {
        lease.keep();
    }

    @Override
    public void giveBack() {
        lease.giveBack();
    }

    @Override
    public void close() {
        lease.close();
    }
}
