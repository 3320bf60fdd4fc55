package dev.zaelimiter.internal.engine;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.bucket.BucketMath;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tokens taken from one bucket or two. What is held is counted here; only the difference to what was taken is written,
 * once, at the end.
 *
 * <p>All state is guarded by {@code this}, held for a few instructions and never while anything is called.
 */
final class LeaseImpl implements Lease {

    private static final String KEPT = "kept";
    private static final String GIVEN_BACK = "given back";

    private final Engine engine;
    private final AcquireRequest request;
    private final BucketPipeline child;
    private final boolean degraded;

    /** Not there while the entity has none: it may be given one between two takes. */
    private @Nullable BucketPipeline parent;

    private String[] names;
    /** Millitokens that the store has given, per name. */
    private long[] taken;
    /** Millitokens that are held, corrections included, per name. */
    private long[] held;

    /** Millitokens that the entity's bucket was not asked for since it lacked the limit, per name; null for none. */
    private long @Nullable [] missedByChild;

    /** The same of the parent's bucket. */
    private long @Nullable [] missedByParent;

    private @Nullable String ending;

    LeaseImpl(
            Engine engine, AcquireRequest request, BucketPipeline child, @Nullable BucketPipeline parent, Takes takes) {
        this(engine, request, child, parent, takes, false);
    }

    private LeaseImpl(
            Engine engine,
            AcquireRequest request,
            BucketPipeline child,
            @Nullable BucketPipeline parent,
            Takes takes,
            boolean degraded) {
        this.engine = engine;
        this.request = request;
        this.child = child;
        this.parent = parent;
        this.degraded = degraded;
        this.names = takes.names();
        this.taken = takes.amounts();
        this.held = takes.amounts();
    }

    /** Says what was not taken, since a bucket lacked the limit: it never goes back there. Before the lease is handed out. */
    void missed(long @Nullable [] byChild, long @Nullable [] byParent) {
        missedByChild = byChild;
        missedByParent = byParent;
    }

    static LeaseImpl degraded(Engine engine, AcquireRequest request, BucketPipeline child, Takes takes) {
        return new LeaseImpl(engine, request, child, null, takes, true);
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
        int i = indexOf(limit);
        return i < 0 ? 0 : held[i] / BucketMath.MILLI;
    }

    @Override
    public boolean degraded() {
        return degraded;
    }

    @Override
    public synchronized void settle(String limit, long total) {
        requireOpen("settle");
        hold(limit, "settle(" + limit + ")", total);
    }

    @Override
    public synchronized void adjust(String limit, long delta) {
        requireOpen("adjust");
        if (delta < -Limit.MAX_AMOUNT || delta > Limit.MAX_AMOUNT) {
            throw new InvalidInputException("adjust(" + limit + ")", delta, "-10^15 to 10^15 whole tokens");
        }
        hold(limit, "adjust(" + limit + ")", held(limit) + delta);
    }

    private void hold(String limit, String field, long total) {
        int i = indexOf(limit);
        if (i < 0) {
            throw new InvalidInputException(
                    field, total, "only of a limit that was asked for: " + Arrays.toString(names));
        }
        if (total < 0 || total > Limit.MAX_AMOUNT) {
            throw new InvalidInputException(field, total, "a result of 0 to 10^15 whole tokens");
        }
        if (held == taken) {
            held = taken.clone();
        }
        held[i] = total * BucketMath.MILLI;
    }

    @Override
    public Decision take(String limit, long more) {
        AcquireRequest extra = more(limit, more);
        return degraded ? new Decision.Granted(this) : joined(limit, more, BlockingCompletion.decide(engine, extra));
    }

    @Override
    public CompletableFuture<Decision> takeAsync(String limit, long more) {
        AcquireRequest extra = more(limit, more);
        if (degraded) {
            return CompletableFuture.completedFuture(new Decision.Granted(this));
        }
        AcquireFuture<Decision> future = new AcquireFuture<>(
                engine,
                decision -> joined(limit, more, decision),
                lease -> leave(limit, more * BucketMath.MILLI, lease));
        future.start(extra);
        return future;
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

    /** What was taken on top becomes part of this lease, or goes back if the lease has ended meanwhile. */
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
        if (extra.degraded) {
            // Nothing is known to be taken, so nothing may go back.
            return true;
        }
        if (parent == null && extra.parent != null) {
            // The entity was given a parent meanwhile, which was not asked for what was taken before.
            parent = extra.parent;
            missedByParent = taken.clone();
        }
        int i = indexOf(limit);
        if (i < 0) {
            i = names.length;
            names = Arrays.copyOf(names, i + 1);
            names[i] = limit;
            taken = Arrays.copyOf(taken, i + 1);
            held = Arrays.copyOf(held, i + 1);
        } else {
            taken = taken.clone();
            held = held.clone();
        }
        taken[i] += milli;
        held[i] += milli;
        missedByChild = alsoMissed(missedByChild, extra.missedByChild(), i);
        missedByParent = alsoMissed(missedByParent, extra.missedByParent(), i);
        return true;
    }

    private long @Nullable [] alsoMissed(long @Nullable [] before, long more, int i) {
        if (before == null && more == 0) {
            return null;
        }
        long[] missed = before == null ? new long[names.length] : Arrays.copyOf(before, names.length);
        missed[i] += more;
        return missed;
    }

    /** Of a lease of one limit. */
    private long missedByChild() {
        return missedByChild == null ? 0 : missedByChild[0];
    }

    /** Of a lease of one limit: all of it, if there was no parent. */
    private long missedByParent() {
        return parent == null ? taken[0] : missedByParent == null ? 0 : missedByParent[0];
    }

    /** Nobody heard that more was taken: it goes back, unless this lease has ended with it. */
    private void leave(String limit, long milli, LeaseImpl extra) {
        synchronized (this) {
            if (ending != null) {
                return;
            }
            int i = extra.degraded ? -1 : indexOf(limit);
            if (i >= 0) {
                taken = taken.clone();
                held = held.clone();
                taken[i] -= milli;
                held[i] = Math.max(0, held[i] - milli);
                missedByChild = alsoMissed(missedByChild, -extra.missedByChild(), i);
                missedByParent = alsoMissed(missedByParent, -extra.missedByParent(), i);
            }
        }
        extra.giveBackQuietly();
    }

    @Override
    public void keep() {
        if (!end(KEPT)) {
            throw ended("keep");
        }
        write(false);
    }

    @Override
    public void giveBack() {
        if (!end(GIVEN_BACK)) {
            throw ended("giveBack");
        }
        write(true);
    }

    @Override
    public void close() {
        if (end(KEPT)) {
            write(false);
        }
    }

    /** Gives back unless the lease has ended. */
    void giveBackQuietly() {
        if (end(GIVEN_BACK)) {
            write(true);
        }
    }

    private synchronized boolean end(String how) {
        if (ending != null) {
            return false;
        }
        ending = how;
        return true;
    }

    private synchronized @Nullable String ending() {
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

    private void write(boolean all) {
        if (degraded || (!all && held == taken)) {
            return;
        }
        Outbox out = Outbox.ofCall();
        write(child, missedByChild, all, out);
        if (parent != null) {
            write(parent, missedByParent, all, out);
        }
        out.run(engine.environment());
    }

    private void write(BucketPipeline pipeline, long @Nullable [] missed, boolean all, Outbox out) {
        List<String> changed = new ArrayList<>(names.length);
        List<Long> amounts = new ArrayList<>(names.length);
        for (int i = 0; i < names.length; i++) {
            long missing = missed == null ? 0 : missed[i];
            boolean nothing = missing > 0 && missing == taken[i];
            // What the bucket did not give is not given back to it.
            long most = missing - taken[i];
            long amount = nothing ? 0 : all ? most : Math.max(held[i] - taken[i], most);
            if (amount != 0) {
                changed.add(names[i]);
                amounts.add(amount);
            }
        }
        if (!changed.isEmpty()) {
            pipeline.adjust(changed, amounts, out);
        }
    }

    private int indexOf(String limit) {
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(limit)) {
                return i;
            }
        }
        return -1;
    }

    @Override
    public synchronized String toString() {
        StringBuilder text = new StringBuilder("lease of " + entity() + "/" + resource() + " {");
        for (int i = 0; i < names.length; i++) {
            text.append(i == 0 ? "" : ", ").append(names[i]).append('=').append(held[i] / BucketMath.MILLI);
        }
        return text.append(degraded ? "} degraded" : "}")
                .append(ending == null ? "" : " " + ending)
                .toString();
    }
}
