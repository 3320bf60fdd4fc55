package dev.zaelimiter.llm;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.http.client.OutgoingCall;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A call whose tokens are taken, and which waits for its provider without a thread. It ends with a call, or with all
 * given back.
 */
final class Beginning {

    private final ModelLimiter limiter;
    private final AcquireRequest request;
    private final Lease lease;
    private final Spending estimated;
    private final CompletableFuture<ModelCall> begun;

    Beginning(
            ModelLimiter limiter,
            AcquireRequest request,
            Lease lease,
            Spending estimated,
            CompletableFuture<ModelCall> begun) {
        this.limiter = limiter;
        this.request = request;
        this.lease = lease;
        this.estimated = estimated;
        this.begun = begun;
    }

    void go() {
        CompletableFuture<OutgoingCall> turn;
        try {
            turn = limiter.turn(request);
        } catch (RuntimeException | Error e) {
            fail(e);
            return;
        }
        if (turn == null) {
            complete(null);
            return;
        }
        CompletableFuture<OutgoingCall> unused = turn.whenComplete((mine, failure) -> {
            if (mine == null) {
                fail(Objects.requireNonNull(failure));
            } else {
                complete(mine);
            }
        });
        ModelLimiter.stopWith(begun, turn);
    }

    private void complete(@Nullable OutgoingCall turn) {
        ModelCall call = limiter.call(request, lease, estimated, turn);
        if (!begun.complete(call)) {
            call.cancelled();
        }
    }

    private void fail(Throwable failure) {
        try {
            lease.giveBack();
        } finally {
            begun.completeExceptionally(failure);
        }
    }
}
