package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.internal.futures.LentThread;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.store.ItemStore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Keeps what a listener throws out of the engine's way: logged once, then ignored. */
final class Listening implements LimiterListener {

    private static final SafeLog LOG = SafeLog.ofLimiter();

    private final LimiterListener listener;
    private final ItemStore store;
    private final AtomicBoolean complained = new AtomicBoolean();

    /** With the store of the engine that tells it. */
    Listening(LimiterListener listener, ItemStore store) {
        this.listener = listener;
        this.store = store;
    }

    private void tell(Runnable telling) {
        try {
            LentThread.telling(store, telling);
        } catch (RuntimeException | Error e) {
            complain(e);
        }
    }

    private void complain(Throwable thrown) {
        if (complained.compareAndSet(false, true)) {
            LOG.warn("the listener {} throws; this is said once", listener, thrown);
        }
    }

    /** A take and its write, told together: marking the thread costs as much as telling. */
    void grantedAtOnce(AcquireRequest request, BucketWrite write) {
        tell(() -> grantedInPlace(request, write));
    }

    /** A take on its caller's own thread, which holds nothing that others wait for: it need not be marked as lent. */
    void grantedInPlace(AcquireRequest request, BucketWrite write) {
        wroteInPlace(write);
        try {
            listener.granted(request, 0);
        } catch (RuntimeException | Error e) {
            complain(e);
        }
    }

    /** The same of a correction. */
    void wroteInPlace(BucketWrite write) {
        try {
            listener.wrote(write);
        } catch (RuntimeException | Error e) {
            complain(e);
        }
    }

    @Override
    public boolean hearsImmediateGrants() {
        boolean[] answer = {true};
        tell(() -> answer[0] = listener.hearsImmediateGrants());
        return answer[0];
    }

    @Override
    public @Nullable PendingRequest pending(AcquireRequest request) {
        PendingRequest[] answer = new PendingRequest[1];
        tell(() -> answer[0] = listener.pending(request));
        PendingRequest pending = answer[0];
        return pending == null ? null : (end, failure) -> tell(() -> pending.ended(end, failure));
    }

    @Override
    public void granted(AcquireRequest request, long waitNanos) {
        tell(() -> listener.granted(request, waitNanos));
    }

    @Override
    public void refused(Refusal refusal, boolean local) {
        tell(() -> listener.refused(refusal, local));
    }

    @Override
    public void degraded(String entity, String resource, boolean admitted, @Nullable Throwable cause) {
        tell(() -> listener.degraded(entity, resource, admitted, cause));
    }

    @Override
    public void wrote(BucketWrite write) {
        tell(() -> listener.wrote(write));
    }

    @Override
    public void lostAdjustment(String entity, String resource, String limit, long delta, @Nullable Throwable cause) {
        tell(() -> listener.lostAdjustment(entity, resource, limit, delta, cause));
    }

    @Override
    public void skippedLimit(String entity, String resource, String limit) {
        tell(() -> listener.skippedLimit(entity, resource, limit));
    }

    @Override
    public void cutGiveBack(String entity, String resource, String limit, long tokens) {
        tell(() -> listener.cutGiveBack(entity, resource, limit, tokens));
    }

    @Override
    public void configLoaded(String key, boolean found) {
        tell(() -> listener.configLoaded(key, found));
    }
}
