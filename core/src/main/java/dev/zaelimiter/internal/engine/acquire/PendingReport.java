package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.LimiterListener.PendingRequest;
import dev.zaelimiter.LimiterListener.PendingRequest.End;
import dev.zaelimiter.internal.engine.kernel.Telemetry;
import org.jspecify.annotations.Nullable;

/**
 * What the listener is told of one request that waits: that it does, once its caller is about to go on without a
 * decision, and then how that ends. The end may come before the first: then nothing is told. Safe for use by many
 * threads; no lock is held while anybody is told.
 */
final class PendingReport {

    /** Of whom nobody wants to hear. */
    static final PendingReport NONE = new PendingReport();

    private @Nullable PendingRequest told;
    private @Nullable End end;
    private @Nullable Throwable failure;

    /** For a future, whose end may come at any moment. */
    static PendingReport ofFuture(Telemetry telemetry) {
        return telemetry.listens() ? new PendingReport() : NONE;
    }

    /** For a thread that is about to wait. */
    static PendingReport ofCaller(Telemetry telemetry, AcquireRequest request) {
        PendingReport report = ofFuture(telemetry);
        report.opened(telemetry, request);
        return report;
    }

    /** The caller goes on without a decision, unless there is one by now. */
    void opened(Telemetry telemetry, AcquireRequest request) {
        if (this == NONE || ended()) {
            return;
        }
        PendingRequest pending = telemetry.pending(request);
        if (pending == null) {
            return;
        }
        End meanwhile;
        synchronized (this) {
            told = pending;
            meanwhile = end;
        }
        if (meanwhile != null) {
            pending.ended(meanwhile, failure);
        }
    }

    private synchronized boolean ended() {
        return end != null;
    }

    void decided(Decision decision) {
        if (this == NONE) {
            return;
        }
        end(decision.match(lease -> lease.degraded() ? End.DEGRADED : End.GRANTED, refusal -> End.REFUSED), null);
    }

    void failed(Throwable cause) {
        end(End.FAILED, cause);
    }

    void withdrawn() {
        end(End.WITHDRAWN, null);
    }

    private void end(End how, @Nullable Throwable cause) {
        if (this == NONE) {
            return;
        }
        PendingRequest pending;
        synchronized (this) {
            if (end != null) {
                return;
            }
            end = how;
            failure = cause;
            pending = told;
        }
        if (pending != null) {
            pending.ended(how, cause);
        }
    }
}
