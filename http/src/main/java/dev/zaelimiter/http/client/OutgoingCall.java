package dev.zaelimiter.http.client;

import dev.zaelimiter.Lease;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that may be sent. When it has ended, {@link #answered}, {@link #answering} or {@link #failed} is called; the
 * first of them counts. Safe for use by many threads.
 */
public final class OutgoingCall {

    private final OutgoingLimits limits;
    private final Scope scope;
    private final @Nullable Lease lease;
    private final AtomicBoolean ended = new AtomicBoolean();

    OutgoingCall(OutgoingLimits limits, Scope scope, @Nullable Lease lease) {
        this.limits = limits;
        this.scope = scope;
        this.lease = lease;
    }

    /**
     * What was taken of one's own limits, to be settled before the call has ended.
     *
     * @return empty if there are none for this call
     */
    public Optional<Lease> lease() {
        return Optional.ofNullable(lease);
    }

    /**
     * A response came. What it says of limits is noted, whatever its status.
     *
     * @param status its status
     * @param fields the values of a field, by its name, in which case does not matter; empty if it is not there
     */
    public void answered(int status, Function<String, List<String>> fields) {
        if (ended.compareAndSet(false, true)) {
            try {
                limits.note(scope, lease, status, fields);
            } finally {
                keep();
            }
        }
    }

    /**
     * Whether what the call took may be settled by the body of its response, so that {@link #answering} is worth its
     * while.
     *
     * @return false if nothing looks at it
     */
    public boolean readsBody() {
        return lease != null && limits.settlements().readBodies();
    }

    /**
     * A response came whose body is not read yet. What it says of limits is noted now, and what was taken stays to be
     * settled until the body is over.
     *
     * @param status its status
     * @param fields the values of a field, by its name, in which case does not matter; empty if it is not there
     * @return to be told of the body
     */
    public ResponseBody answering(int status, Function<String, List<String>> fields) {
        if (!ended.compareAndSet(false, true)) {
            return new ResponseBody(limits.settlements(), null);
        }
        boolean noted = false;
        try {
            limits.note(scope, lease, status, fields);
            noted = true;
        } finally {
            if (!noted) {
                keep();
            }
        }
        return new ResponseBody(limits.settlements(), lease);
    }

    /** No response came. What was taken is kept, since the other service may have counted the call. */
    public void failed() {
        if (ended.compareAndSet(false, true)) {
            scope.leave();
            keep();
        }
    }

    /** It was not sent after all. */
    void unsent() {
        if (ended.compareAndSet(false, true)) {
            scope.leave();
            if (lease != null) {
                lease.giveBack();
            }
        }
    }

    private void keep() {
        if (lease != null) {
            lease.close();
        }
    }
}
