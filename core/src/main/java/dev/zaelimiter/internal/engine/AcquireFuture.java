package dev.zaelimiter.internal.engine;

import dev.zaelimiter.Decision;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A future of a decision. It completes on the callback executor, or inline; if it was completed or cancelled by somebody
 * else before, the tokens go back.
 *
 * @param <T> what the decision becomes
 */
final class AcquireFuture<T> extends CompletableFuture<T> implements Completion {

    /** So many inline completions within calls follow each other before one goes to another thread's fresh stack. */
    private static final int MAX_CHAIN = 64;

    private final Engine engine;
    private final Function<Decision, T> map;
    private volatile @Nullable AcquireFlow flow;

    AcquireFuture(Engine engine, Function<Decision, T> map) {
        this.engine = engine;
        this.map = map;
    }

    void of(AcquireFlow started) {
        flow = started;
        if (isCancelled()) {
            withdraw(started);
        }
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new CompletableFuture<>();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        boolean cancelled = super.cancel(mayInterruptIfRunning);
        AcquireFlow started = flow;
        if (cancelled && started != null) {
            withdraw(started);
        }
        return cancelled;
    }

    private void withdraw(AcquireFlow started) {
        Outbox out = Outbox.ofCall();
        started.withdraw(out);
        out.run(engine.environment());
    }

    @Override
    public void decided(Decision decision, Outbox out) {
        run(() -> deliver(decision), out);
    }

    @Override
    public void failed(RuntimeException failure, Outbox out) {
        run(() -> completeExceptionally(failure), out);
    }

    private void run(Runnable completion, Outbox out) {
        Executor callbacks = engine.options().callbacks();
        if (callbacks != null) {
            callbacks.execute(completion);
        } else if (out.synchronous() && engine.nextInline() % MAX_CHAIN == 0) {
            engine.environment().executor().execute(completion);
        } else {
            out.defer(completion);
        }
    }

    private void deliver(Decision decision) {
        boolean delivered;
        try {
            delivered = complete(map.apply(decision));
        } catch (RuntimeException refused) {
            delivered = completeExceptionally(refused);
        }
        if (!delivered && decision instanceof Decision.Granted granted && granted.lease() instanceof LeaseImpl lease) {
            lease.giveBackQuietly();
        }
    }
}
