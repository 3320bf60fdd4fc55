package dev.zaelimiter.internal.engine.acquire;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Availability;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Explanation;
import dev.zaelimiter.Lease;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.engine.kernel.Outbox;
import dev.zaelimiter.internal.futures.Callbacks;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The asynchronous face. */
public final class AsyncLimiter implements AsyncRateLimiter {

    private final Limiters limiters;
    private final Engine engine;
    private final Availabilities availabilities;

    /**
     * The asynchronous face of an engine.
     *
     * @param limiters its pipelines, and the way to them
     */
    public AsyncLimiter(Limiters limiters) {
        this.limiters = limiters;
        this.engine = limiters.engine();
        this.availabilities = new Availabilities(limiters);
    }

    @Override
    public <T extends @Nullable Object> CompletableFuture<T> call(
            AcquireRequest request, Function<? super Lease, ? extends CompletionStage<T>> function) {
        Objects.requireNonNull(function, "function");
        CompletableFuture<Lease> acquired = acquire(request);
        CompletableFuture<T> result = new CompletableFuture<>();
        // Whoever ends the call before it has its tokens, by whatever means, waits for none.
        Callbacks.whenDone(result, (value, failure) -> acquired.cancel(true));
        Callbacks.whenDone(acquired, (lease, refused) -> {
            if (lease instanceof LeaseImpl taken) {
                run(taken, function, result);
            } else {
                result.completeExceptionally(Callbacks.cause(refused));
            }
        });
        return result;
    }

    private static <T extends @Nullable Object> void run(
            LeaseImpl lease,
            Function<? super Lease, ? extends CompletionStage<T>> function,
            CompletableFuture<T> result) {
        if (result.isDone()) {
            lease.giveBackQuietly();
            return;
        }
        CompletableFuture<T> stage;
        try {
            stage = function.apply(lease).toCompletableFuture();
        } catch (Throwable e) {
            // The function is the caller's: whatever it throws, the lease ends, and the caller hears of it.
            lease.abandon();
            result.completeExceptionally(e);
            return;
        }
        Callbacks.whenDone(result, (value, failure) -> {
            // The caller gave up on the call while its function ran; or that failed, and nothing is left to be done.
            if (failure != null) {
                lease.abandon();
                stage.cancel(true);
            }
        });
        Callbacks.whenDone(stage, (value, failure) -> {
            if (failure != null) {
                lease.abandon();
                result.completeExceptionally(Callbacks.cause(failure));
            } else if (!result.isCompletedExceptionally()) {
                lease.close();
                result.complete(value);
            }
        });
    }

    @Override
    public CompletableFuture<Lease> acquire(AcquireRequest request) {
        return start(request, Decision::lease);
    }

    @Override
    public CompletableFuture<Decision> tryAcquire(AcquireRequest request) {
        return start(request, decision -> decision);
    }

    private <T> CompletableFuture<T> start(AcquireRequest request, Function<Decision, T> map) {
        Objects.requireNonNull(request, "request");
        AcquireFuture<T> future = new AcquireFuture<>(limiters, map);
        future.start(request);
        return future;
    }

    @Override
    public CompletableFuture<Availability> check(AcquireRequest request) {
        return called(availabilities.check(request, false));
    }

    @Override
    public CompletableFuture<Explanation> explain(String entity, String resource) {
        return called(availabilities.explain(entity, resource, false));
    }

    private <T> CompletableFuture<T> called(CompletableFuture<T> future) {
        Executor callbacks = engine.options().callbacks();
        if (callbacks == null) {
            return future;
        }
        CompletableFuture<T> called = new CompletableFuture<>();
        Callbacks.whenDone(future, (value, failure) -> {
            Outbox out = Outbox.ofAnswer();
            out.handOver(callbacks, () -> complete(called, value, failure), engine.environment());
            out.run(engine.environment());
        });
        return called;
    }

    private static <T> void complete(CompletableFuture<T> future, T value, @Nullable Throwable failure) {
        if (failure == null) {
            future.complete(value);
        } else {
            future.completeExceptionally(Callbacks.cause(failure));
        }
    }
}
