package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.Refusal;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;

/**
 * One call of a method that returns a future. The method runs on the thread that brings the last decision. Whoever
 * cancels the returned future cancels what is under way. Safe for use by many threads.
 */
final class LimitedFuture {

    private final CallContext context;
    private final ProxyMethodInvocation invocation;
    private final AsyncRateLimiter limiter;
    private final @Nullable Consumer<List<Lease>> told;
    private final List<LimitedMethod.Take> takes;
    private final HeldLeases held = new HeldLeases();
    private final CompletableFuture<@Nullable Object> answer = new CompletableFuture<>();
    private volatile @Nullable CompletableFuture<?> underWay;

    LimitedFuture(
            List<LimitedMethod.Take> takes,
            CallContext context,
            MethodInvocation invocation,
            AsyncRateLimiter limiter,
            @Nullable Consumer<List<Lease>> told) {
        this.context = context;
        // The chain of interceptors goes on later, when this one has returned.
        this.invocation = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
        this.limiter = limiter;
        this.told = told;
        this.takes = takes;
    }

    CompletableFuture<@Nullable Object> start() {
        whenDone(answer, (value, failure) -> {
            CompletableFuture<?> current = underWay;
            if (failure != null) {
                giveBack();
                if (current != null) {
                    current.cancel(true);
                }
            }
        });
        take(0);
        return answer;
    }

    private void take(int index) {
        if (index == takes.size()) {
            proceed();
            return;
        }
        CompletableFuture<Decision> decided =
                limiter.tryAcquire(takes.get(index).request());
        hold(decided);
        whenDone(decided, (decision, failure) -> {
            try {
                if (failure != null) {
                    fail(failure);
                } else if (decision.granted()) {
                    if (held.add(decision.lease())) {
                        take(index + 1);
                    }
                } else {
                    refused(takes.get(index).operation(), decision.refusal());
                }
            } catch (Throwable e) {
                // A method, and its fallback, may throw anything: it is how the future ends, and leases go back.
                fail(e);
            }
        });
    }

    private void hold(CompletableFuture<?> future) {
        underWay = future;
        if (answer.isDone()) {
            future.cancel(true);
        }
    }

    private void fail(Throwable failure) {
        giveBack();
        answer.completeExceptionally(
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure);
    }

    private void giveBack() {
        List<Lease> leases = held.end();
        if (leases != null) {
            RateLimitedInterceptor.giveBack(leases);
        }
    }

    private void refused(LimitedOperation operation, Refusal refusal) throws Throwable {
        giveBack();
        Substitute fallback = operation.fallback();
        if (fallback == null) {
            answer.completeExceptionally(new RateLimitExceededException(refusal));
            return;
        }
        Object target = Objects.requireNonNull(invocation.getThis());
        passOn(stage(fallback.call(target, invocation.getArguments(), refusal)));
    }

    private void proceed() {
        CompletableFuture<@Nullable Object> stage;
        try {
            if (told != null) {
                told.accept(held.now());
            }
            stage = stage(invocation.proceed());
        } catch (Throwable e) {
            // As above: a method may throw anything.
            fail(e);
            return;
        }
        hold(stage);
        whenDone(stage, (value, failure) -> {
            if (failure != null) {
                fail(failure);
                return;
            }
            List<Lease> leases = held.end();
            if (leases == null) {
                return;
            }
            context.ended(value, 1);
            try {
                RateLimitedInterceptor.settle(takes, leases, context);
                answer.complete(value);
            } catch (RuntimeException | Error e) {
                // Somebody waits for the future, whatever went wrong.
                answer.completeExceptionally(e);
            }
        });
    }

    private void passOn(CompletableFuture<@Nullable Object> stage) {
        hold(stage);
        whenDone(stage, (value, failure) -> {
            if (failure == null) {
                answer.complete(value);
            } else {
                fail(failure);
            }
        });
    }

    @SuppressWarnings("unchecked") // of whatever it is: it is passed on as it is
    private static CompletableFuture<@Nullable Object> stage(@Nullable Object returned) {
        return returned == null
                ? CompletableFuture.completedFuture(null)
                : ((CompletionStage<@Nullable Object>) returned).toCompletableFuture();
    }

    /** What the continuations throw they catch themselves. */
    @SuppressWarnings("FutureReturnValueIgnored")
    static <T extends @Nullable Object> void whenDone(
            CompletableFuture<T> future, BiConsumer<? super T, ? super @Nullable Throwable> then) {
        future.whenComplete(then);
    }
}
