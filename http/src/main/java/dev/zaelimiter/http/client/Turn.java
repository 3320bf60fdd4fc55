package dev.zaelimiter.http.client;

import dev.zaelimiter.Lease;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A call that waits for its turn without a thread. Whoever takes the lease out of it gives it back or passes it on. */
final class Turn {

    private final OutgoingLimits limits;
    private final CompletableFuture<OutgoingCall> call;
    private final Scope scope;
    private final AtomicReference<@Nullable Lease> lease;
    private final long deadline;

    Turn(
            OutgoingLimits limits,
            CompletableFuture<OutgoingCall> call,
            Scope scope,
            @Nullable Lease lease,
            long deadline) {
        this.limits = limits;
        this.call = call;
        this.scope = scope;
        this.lease = new AtomicReference<>(lease);
        this.deadline = deadline;
    }

    /** Completes the call if it may be sent, or comes back when it may. */
    void attempt(int round) {
        try {
            if (call.isDone()) {
                giveBack();
                return;
            }
            long hold = scope.enter(limits.environment().monotonicNanos());
            if (hold == 0) {
                OutgoingCall sent = new OutgoingCall(limits, scope, lease.getAndSet(null));
                if (!call.complete(sent)) {
                    sent.unsent();
                }
                return;
            }
            limits.requireReachable(scope, deadline);
            if (round >= OutgoingLimits.MOST_ROUNDS) {
                throw new HeldBackException(scope.name(), Duration.ofNanos(hold));
            }
            if (round == 0) {
                CompletableFuture<OutgoingCall> unused = call.whenComplete((ignored, failure) -> giveBack());
            }
            limits.environment().schedule(() -> attempt(round + 1), hold);
        } catch (RuntimeException | Error e) {
            giveBack();
            call.completeExceptionally(e);
        }
    }

    private void giveBack() {
        Lease held = lease.getAndSet(null);
        if (held != null) {
            held.giveBack();
        }
    }
}
