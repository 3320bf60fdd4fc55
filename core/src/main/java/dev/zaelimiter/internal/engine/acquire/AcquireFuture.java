package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.engine.pipeline.Lane;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A future of a decision. It completes on the callback executor, or inline; if it was completed or cancelled by
 * somebody else before, what it waits for is told immediately that nobody waits any more, and the tokens go back.
 *
 * @param <T> what the decision becomes
 */
final class AcquireFuture<T> extends CompletableFuture<T> implements Completion {

    private static final int MOST_LOOKS = 100;
    private static final int QUICK_LOOKS = 50;
    private static final long QUICK_NANOS = 1_000;
    private static final long SLOW_NANOS = 1_000_000;

    private final Limiters limiters;
    private final Engine engine;
    private final Function<Decision, T> map;
    private final Consumer<LeaseImpl> onUnheard;
    private volatile @Nullable AcquireFlow flow;
    /** Somebody else has completed it. */
    private volatile boolean givenUp;

    private final PendingReport report;

    AcquireFuture(Limiters limiters, Function<Decision, T> map) {
        this(limiters, map, LeaseImpl::giveBackQuietly);
    }

    /** With what is to be done with a lease that was granted and mapped, but was cancelled at that very moment. */
    AcquireFuture(Limiters limiters, Function<Decision, T> map, Consumer<LeaseImpl> onUnheard) {
        this.limiters = limiters;
        this.engine = limiters.engine();
        this.map = map;
        this.onUnheard = onUnheard;
        this.report = PendingReport.ofFuture(engine.telemetry());
    }

    /** Sets out for the decision. */
    void start(AcquireRequest request) {
        Lane lane = LaneLease.laneOf(limiters, request);
        LeaseImpl inPlace = LaneLease.take(limiters, request, lane);
        if (inPlace != null) {
            Outbox out = Outbox.ofCall();
            decided(new Decision.Granted(inPlace), out);
            out.run(engine.environment());
        } else {
            enter(request, lane);
        }
        report.opened(engine.telemetry(), request);
        if (givenUp) {
            withdraw();
        }
    }

    private void enter(AcquireRequest request, @Nullable Lane tried) {
        if (!engine.hasShortWay()) {
            Outbox out = Outbox.ofCall();
            try {
                flow = Entrance.flow(limiters, request, false, this, out);
            } finally {
                out.run(engine.environment());
            }
            return;
        }
        Entrance entrance = new Entrance(limiters, request, tried) {
            @Override
            boolean urgent() {
                return false;
            }

            @Override
            Completion newCompletion() {
                return AcquireFuture.this;
            }
        };
        try {
            LeaseImpl lease = entrance.tryShortWay();
            if (lease != null) {
                decided(new Decision.Granted(lease), entrance.outbox());
            } else {
                flow = entrance.goOn();
            }
        } finally {
            entrance.leave();
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean done = isDone();
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        return givenUp(!done && cancelled) || cancelled;
    }

    /** Also by a time-out, or by any other way to give a future up. */
    @Override
    public boolean completeExceptionally(Throwable failure) {
        return givenUp(super.completeExceptionally(failure));
    }

    @Override
    public boolean complete(T value) {
        return givenUp(super.complete(value));
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() -> {
            T value;
            try {
                value = supplier.get();
            } catch (Throwable failure) {
                // Whatever the supplier throws is how the future ends, as it is in the class that this one extends.
                completeExceptionally(failure);
                return;
            }
            complete(value);
        });
        return this;
    }

    @Override
    public void obtrudeValue(T value) {
        boolean done = isDone();
        super.obtrudeValue(value);
        givenUp(!done);
    }

    @Override
    public void obtrudeException(Throwable failure) {
        boolean done = isDone();
        super.obtrudeException(failure);
        givenUp(!done);
    }

    private boolean givenUp(boolean now) {
        if (now) {
            givenUp = true;
            report.withdrawn();
            withdraw();
        }
        return now;
    }

    /** Whoever is on its way, or waits for tokens, is let go; it may have ended already. */
    private void withdraw() {
        AcquireFlow started = flow;
        if (started != null) {
            Outbox out = Outbox.ofCall();
            try {
                started.withdraw(out);
            } finally {
                out.run(engine.environment());
            }
        }
    }

    @Override
    public void decided(Decision decision, Outbox out) {
        report.decided(decision);
        run(() -> deliver(decision), out);
    }

    @Override
    public void failed(RuntimeException failure, Outbox out) {
        report.failed(failure);
        run(() -> super.completeExceptionally(failure), out);
    }

    private void run(Runnable completion, Outbox out) {
        Executor callbacks = engine.options().callbacks();
        if (out.synchronous() && engine.stackGuard().deep()) {
            Runnable elsewhere = callbacks == null
                    ? completion
                    : () -> {
                        Outbox later = Outbox.ofAnswer();
                        later.handOver(callbacks, completion, engine.environment());
                        later.run(engine.environment());
                    };
            out.handOver(task -> runElsewhere(task), elsewhere, engine.environment());
        } else if (callbacks != null) {
            out.handOver(callbacks, completion, engine.environment());
        } else {
            out.defer(completion);
        }
    }

    /**
     * Leaves the stack for good: were the future complete before its caller has said how to go on, the caller would go
     * on right here, on the same deep stack. So the caller is let go first, if it does not take too long.
     */
    private void runElsewhere(Runnable completion) {
        Thread caller = Thread.currentThread();
        engine.environment().executor().execute(() -> {
            for (int i = 0; i < MOST_LOOKS && caller != Thread.currentThread() && !expected(); i++) {
                LockSupport.parkNanos(i < QUICK_LOOKS ? QUICK_NANOS : SLOW_NANOS);
            }
            completion.run();
        });
    }

    private boolean expected() {
        return isDone() || getNumberOfDependents() > 0;
    }

    private void deliver(Decision decision) {
        T mapped;
        try {
            mapped = map.apply(decision);
        } catch (RuntimeException | Error refused) {
            // A refusal that is thrown, or a listener's fault: either way the caller hears of it.
            super.completeExceptionally(refused);
            return;
        }
        if (!super.complete(mapped)
                && decision instanceof Decision.Granted granted
                && granted.lease() instanceof LeaseImpl lease) {
            onUnheard.accept(lease);
        }
    }
}
