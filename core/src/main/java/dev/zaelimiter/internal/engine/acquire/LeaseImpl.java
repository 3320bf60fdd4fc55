package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitStatus;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.internal.bucket.BucketMath;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tokens taken from one bucket or two. Only the difference to what was taken is written, once, at the end.
 *
 * <p>All state is guarded by {@code this}, held for a few instructions and never while anything is called.
 */
abstract class LeaseImpl implements Lease {

    private final Limiters limiters;
    private final AcquireRequest request;

    /** Not there while what is held is what was asked for, as of most leases until their end. */
    private @Nullable LeaseLedger ledger;

    private LeaseLedger.@Nullable Ending ending;

    /** Not there before somebody asks, and after more was taken. */
    private @Nullable List<LimitStatus> statuses;

    LeaseImpl(Limiters limiters, AcquireRequest request) {
        this.limiters = limiters;
        this.request = request;
    }

    /** Where the tokens came from. */
    abstract LeaseLedger newLedger();

    /** How the limits stood when its own acquire was granted, of the buckets whose limits decided. */
    abstract List<LimitStatus> decided();

    Limiters limiters() {
        return limiters;
    }

    AcquireRequest request() {
        return request;
    }

    @Override
    public String entity() {
        return request.entity();
    }

    @Override
    public String resource() {
        return request.resource();
    }

    @Override
    public synchronized long held(String limit) {
        return holdings().held(limit);
    }

    @Override
    public List<LimitStatus> statuses() {
        List<Grant> later;
        synchronized (this) {
            if (statuses != null) {
                return statuses;
            }
            later = later();
        }
        List<LimitStatus> all = decided();
        for (Grant extra : later) {
            all = LeaseStatuses.later(all, extra.statuses());
        }
        List<LimitStatus> told = List.copyOf(all);
        synchronized (this) {
            if (statuses == null && later.equals(later())) {
                statuses = told;
            }
            return statuses == null ? told : statuses;
        }
    }

    private List<Grant> later() {
        return ledger == null ? List.of() : ledger.later();
    }

    @Override
    public boolean degraded() {
        return false;
    }

    @Override
    public synchronized boolean bypassed() {
        return ledger != null && ledger.bypassed();
    }

    @Override
    public synchronized void settle(String limit, long total) {
        requireOpen("settle");
        holdings().hold(limit, "settle(" + limit + ")", total);
    }

    @Override
    public synchronized void adjust(String limit, long delta) {
        requireOpen("adjust");
        String field = "adjust(" + limit + ")";
        if (delta < -Limit.MAX_AMOUNT || delta > Limit.MAX_AMOUNT) {
            throw new InvalidInputException(field, delta, "-10^15 to 10^15 whole tokens");
        }
        holdings().hold(limit, field, holdings().held(limit) + delta);
    }

    synchronized LeaseLedger holdings() {
        if (ledger == null) {
            ledger = newLedger();
        }
        return ledger;
    }

    @Override
    public Decision take(String limit, long more) {
        AcquireRequest extra = more(limit, more);
        return degraded()
                ? new Decision.Granted(this)
                : joined(limit, more, limiters.furtherTake().decide(limiters, extra));
    }

    @Override
    public CompletableFuture<Decision> takeAsync(String limit, long more) {
        AcquireRequest extra = more(limit, more);
        if (degraded()) {
            return CompletableFuture.completedFuture(new Decision.Granted(this));
        }
        return limiters.furtherTake()
                .decideLater(
                        limiters,
                        extra,
                        decision -> joined(limit, more, decision),
                        lease -> leave(limit, more * BucketMath.MILLI, (LeaseImpl) lease));
    }

    private AcquireRequest more(String limit, long more) {
        synchronized (this) {
            requireOpen("take");
        }
        AcquireRequest.Builder builder =
                AcquireRequest.entity(entity()).resource(resource()).take(limit, more);
        if (request.limits() != null) {
            builder.limits(request.limits());
        }
        if (request.onUnavailable() != null) {
            builder.onUnavailable(request.onUnavailable());
        }
        return builder.build();
    }

    /** Tokens of a further take become part of this lease, or go back if the lease has ended meanwhile. */
    private Decision joined(String limit, long more, Decision decision) {
        return decision.match(
                extra -> {
                    if (!join(limit, more * BucketMath.MILLI, (LeaseImpl) extra)) {
                        ((LeaseImpl) extra).giveBackQuietly();
                        throw new LeaseEndedException(entity(), resource(), "take", String.valueOf(ending()));
                    }
                    return extra.degraded() ? decision : new Decision.Granted(this);
                },
                Decision.Refused::new);
    }

    private synchronized boolean join(String limit, long milli, LeaseImpl extra) {
        if (ending != null) {
            return false;
        }
        if (extra.degraded()) {
            // Nothing is known to be taken, so nothing may go back.
            return true;
        }
        holdings().add(limit, milli, extra.holdings(), extra::decided);
        statuses = null;
        return true;
    }

    /** Nobody heard that more was taken: it goes back, unless this lease has ended with it. */
    private void leave(String limit, long milli, LeaseImpl extra) {
        synchronized (this) {
            if (ending != null) {
                return;
            }
            if (!extra.degraded()) {
                holdings().remove(limit, milli, extra.holdings());
                statuses = null;
            }
        }
        extra.giveBackQuietly();
    }

    @Override
    public void keep() {
        if (!end(LeaseLedger.Ending.KEPT)) {
            throw ended("keep");
        }
    }

    @Override
    public void giveBack() {
        if (!end(LeaseLedger.Ending.GIVEN_BACK)) {
            throw ended("giveBack");
        }
    }

    @Override
    public void close() {
        end(LeaseLedger.Ending.KEPT);
    }

    /** Gives back unless the lease has ended. */
    void giveBackQuietly() {
        end(LeaseLedger.Ending.GIVEN_BACK);
    }

    /** The same, together with what else is given back now. */
    void giveBackQuietly(Outbox out) {
        if (ends(LeaseLedger.Ending.GIVEN_BACK)) {
            write(LeaseLedger.Ending.GIVEN_BACK, out);
        }
    }

    /** Keeps what was settled or adjusted and gives back the rest, unless the lease has ended. */
    void abandon() {
        end(LeaseLedger.Ending.ABANDONED);
    }

    private boolean end(LeaseLedger.Ending how) {
        boolean first = ends(how);
        if (first) {
            Outbox out = Outbox.ofCall();
            try {
                write(how, out);
            } finally {
                out.run(limiters.engine().environment());
            }
        }
        return first;
    }

    /** False if it has ended already. */
    private synchronized boolean ends(LeaseLedger.Ending how) {
        boolean first = ending == null;
        ending = first ? how : ending;
        return first;
    }

    private synchronized LeaseLedger.@Nullable Ending ending() {
        return ending;
    }

    private void requireOpen(String operation) {
        if (ending != null) {
            throw ended(operation);
        }
    }

    private LeaseEndedException ended(String operation) {
        return new LeaseEndedException(entity(), resource(), operation, String.valueOf(ending()));
    }

    private void write(LeaseLedger.Ending how, Outbox out) {
        if (!degraded() && (how != LeaseLedger.Ending.KEPT || ledger != null)) {
            holdings().write(how, out);
        }
    }

    @Override
    public synchronized String toString() {
        return "lease of " + NameEncoding.ENTITY.show(entity()) + "/" + NameEncoding.RESOURCE.show(resource()) + " "
                + holdings()
                + (degraded() ? " degraded" : "")
                + (ending == null ? "" : " " + ending);
    }
}
