package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.internal.guard.SafeLog;
import dev.zaelimiter.spring.internal.TellingResponses;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.core.ReactiveAdapter;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * One subscription to what a limited method returns. What was taken goes back if the stream fails, or is cancelled,
 * before its first element; after that it is settled and kept. Nothing blocks. Signals come one at a time, except a
 * cancellation, which may meet any of them.
 */
final class LimitedStream {

    private static final SafeLog LOG = SafeLog.named("dev.zaelimiter.spring");

    /** Passed down a stream in place of a refusal, so that no other refusal is taken for it. */
    private static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient LimitedOperation operation;
        private final transient Refusal refusal;

        Refused(LimitedOperation operation, Refusal refusal) {
            super(refusal.message(), null, false, false);
            this.operation = operation;
            this.refusal = refusal;
        }
    }

    private final CallContext context;
    private final ProxyMethodInvocation invocation;
    private final AsyncRateLimiter limiter;
    private final ReactiveAdapter adapter;
    private final @Nullable Consumer<List<Lease>> told;
    private final List<LimitedMethod.Take> takes;
    private final HeldLeases held = new HeldLeases();
    private volatile @Nullable Object last;
    private volatile long count;

    private LimitedStream(
            LimitedMethod method,
            CallContext context,
            ProxyMethodInvocation invocation,
            AsyncRateLimiter limiter,
            @Nullable Consumer<List<Lease>> told) {
        this.context = context;
        this.invocation = invocation;
        this.limiter = limiter;
        this.told = told;
        this.adapter = Objects.requireNonNull(method.adapter());
        this.takes = method.takes(context);
    }

    /** What a call returns, in the type that the method returns. */
    static Object of(
            LimitedMethod method,
            Supplier<CallContext> contexts,
            MethodInvocation invocation,
            AsyncRateLimiter limiter,
            @Nullable Consumer<List<Lease>> ofThread) {
        ReactiveAdapter adapter = Objects.requireNonNull(method.adapter());
        // The chain of interceptors goes on when somebody subscribes.
        ProxyMethodInvocation kept = (ProxyMethodInvocation) ((ProxyMethodInvocation) invocation).invocableClone();
        CallContext assembled = contexts.get();
        assembled.principal();
        Flux<Object> limited = Flux.deferContextual(stream -> ReactiveCaller.of(assembled, contexts)
                .flatMapMany(context -> new LimitedStream(
                                method,
                                context,
                                (ProxyMethodInvocation) kept.invocableClone(),
                                limiter,
                                method.tells() ? stream.getOrDefault(TellingResponses.KEY, ofThread) : null)
                        .elements()));
        return adapter.fromPublisher(adapter.isMultiValue() ? limited : limited.singleOrEmpty());
    }

    private Flux<Object> elements() {
        return take(0).thenMany(Flux.defer(this::proceed))
                .doOnNext(this::seen)
                .doOnComplete(this::used)
                .doOnError(failure -> brokenOff())
                .doOnCancel(this::brokenOff)
                .onErrorResume(Refused.class, this::instead);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // elements come one at a time
    private void seen(Object element) {
        last = element;
        count++;
    }

    private Mono<Void> take(int index) {
        if (index == takes.size()) {
            return Mono.empty();
        }
        LimitedMethod.Take take = takes.get(index);
        return Mono.defer(() -> Mono.fromFuture(acquire(take)))
                // Before anything goes on: of those who wait for a future, nobody knows who is told first.
                .doOnNext(this::hold)
                .flatMap(decision -> decision.granted()
                        ? take(index + 1)
                        : Mono.error(new Refused(take.operation(), decision.refusal())));
    }

    private void hold(Decision decision) {
        if (decision.granted()) {
            held.add(decision.lease());
        }
    }

    /** The lease is held as soon as it is there, whether or not anybody waits for it still. */
    private CompletableFuture<Decision> acquire(LimitedMethod.Take take) {
        CompletableFuture<Decision> decided = limiter.tryAcquire(take.request());
        LimitedFuture.whenDone(decided, (decision, failure) -> {
            if (decision != null) {
                hold(decision);
            }
        });
        return decided;
    }

    private Publisher<Object> proceed() {
        try {
            if (told != null) {
                told.accept(held.now());
            }
            return publisher(invocation.proceed());
        } catch (Throwable e) {
            // What a method throws is how its stream ends.
            return Flux.error(e);
        }
    }

    private Publisher<Object> publisher(@Nullable Object returned) {
        return adapter.toPublisher(returned);
    }

    private Publisher<Object> instead(Refused refused) {
        Substitute fallback = refused.operation.fallback();
        if (fallback == null) {
            return Flux.error(new RateLimitExceededException(refused.refusal));
        }
        try {
            Object target = Objects.requireNonNull(invocation.getThis());
            return publisher(fallback.call(target, invocation.getArguments(), refused.refusal));
        } catch (Throwable e) {
            // What a method throws is how its stream ends.
            return Flux.error(e);
        }
    }

    private void used() {
        List<Lease> leases = held.end();
        if (leases != null) {
            context.ended(last, count);
            RateLimitedInterceptor.settle(takes, leases, context);
        }
    }

    private void brokenOff() {
        List<Lease> leases = held.end();
        if (leases == null) {
            return;
        }
        if (count == 0) {
            RateLimitedInterceptor.giveBack(leases);
            return;
        }
        context.ended(last, count);
        try {
            RateLimitedInterceptor.settle(takes, leases, context);
        } catch (RuntimeException e) {
            // Nobody is left to be told; what was taken is kept.
            LOG.warn("a stream that was broken off could not be settled: {}", e.getMessage());
        }
    }
}
