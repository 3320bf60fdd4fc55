package dev.zaelimiter.http.route;

import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.LimitStatus;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * A lease that remembers which limits somebody has settled, so that what was not can be given back without the rest, as
 * {@code RateLimiter.call} does. Safe for use by many threads.
 */
final class NotingLease implements Lease {

    private final Lease lease;
    /** Each is replaced, and not changed: most leases are neither settled nor grow, and cost nothing then. */
    private volatile Set<String> taken;

    private volatile Set<String> settled = Set.of();

    NotingLease(Lease lease, Set<String> taken) {
        this.lease = lease;
        this.taken = taken;
    }

    private synchronized void noteTaken(String limit) {
        taken = with(taken, limit);
    }

    private synchronized void noteSettled(String limit) {
        settled = with(settled, limit);
    }

    private static Set<String> with(Set<String> limits, String more) {
        Set<String> all = new HashSet<>(limits);
        all.add(more);
        return all;
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
        noteSettled(limit);
    }

    @Override
    public void adjust(String limit, long delta) {
        lease.adjust(limit, delta);
        noteSettled(limit);
    }

    @Override
    public Decision take(String limit, long more) {
        noteTaken(limit);
        return lease.take(limit, more);
    }

    @Override
    public CompletableFuture<Decision> takeAsync(String limit, long more) {
        noteTaken(limit);
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
