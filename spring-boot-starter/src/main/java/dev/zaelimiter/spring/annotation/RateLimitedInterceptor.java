package dev.zaelimiter.spring.annotation;

import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.spring.internal.TellingResponses;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Takes before a method runs, and settles or gives back after it. Safe for use by many threads. */
final class RateLimitedInterceptor implements MethodInterceptor {

    private final LimitedMethods methods;
    private final Supplier<RateLimiter> limiter;
    private final Supplier<AsyncRateLimiter> async;
    private final Supplier<CallerSource> principals;
    private final Supplier<TellingResponses> responses;
    private final StandardEvaluationContext shared;

    RateLimitedInterceptor(
            LimitedMethods methods,
            Supplier<RateLimiter> limiter,
            Supplier<AsyncRateLimiter> async,
            Supplier<CallerSource> principals,
            Supplier<TellingResponses> responses,
            StandardEvaluationContext shared) {
        this.methods = methods;
        this.limiter = limiter;
        this.async = async;
        this.principals = principals;
        this.responses = responses;
        this.shared = shared;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = Objects.requireNonNull(invocation.getThis(), "a limited bean has an object");
        LimitedMethod method = methods.of(invocation.getMethod(), target.getClass());
        if (method == null) {
            return invocation.proceed();
        }
        return switch (method.end()) {
            case RETURN -> call(method, invocation, target);
            case FUTURE -> future(method, invocation);
            case STREAM ->
                LimitedStream.of(method, () -> context(method, invocation), invocation, async.get(), later(method));
        };
    }

    /** Who waits for a future looks for a failure there: what the expressions throw is no exception of the call. */
    private CompletableFuture<@Nullable Object> future(LimitedMethod method, MethodInvocation invocation) {
        CallContext context = context(method, invocation);
        List<LimitedMethod.Take> takes;
        try {
            takes = method.takes(context);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
        return new LimitedFuture(takes, context, invocation, async.get(), later(method)).start();
    }

    private @Nullable Consumer<List<Lease>> later(LimitedMethod method) {
        return method.tells() ? responses.get().later() : null;
    }

    private CallContext context(LimitedMethod method, MethodInvocation invocation) {
        return new CallContext(
                shared,
                method.places(),
                invocation.getArguments(),
                () -> principals.get().current());
    }

    private @Nullable Object call(LimitedMethod method, MethodInvocation invocation, Object target) throws Throwable {
        CallContext context = context(method, invocation);
        List<LimitedMethod.Take> takes = method.takes(context);
        List<Lease> leases = new ArrayList<>(takes.size());
        Object result;
        boolean returned = false;
        try {
            for (LimitedMethod.Take take : takes) {
                Decision decision = limiter.get().tryAcquire(take.request());
                if (!decision.granted()) {
                    giveBack(leases);
                    leases.clear();
                    Substitute fallback = take.operation().fallback();
                    if (fallback == null) {
                        throw new RateLimitExceededException(decision.refusal());
                    }
                    return fallback.call(target, invocation.getArguments(), decision.refusal());
                }
                leases.add(decision.lease());
            }
            if (method.tells()) {
                responses.get().tell(leases);
            }
            result = invocation.proceed();
            returned = true;
        } finally {
            if (!returned) {
                giveBack(leases);
            }
        }
        context.ended(result, 1);
        settle(takes, leases, context);
        return result;
    }

    static void giveBack(List<Lease> leases) {
        leases.forEach(Lease::giveBack);
    }

    /** Every lease is kept, whatever fails; the first failure is thrown after that. */
    static void settle(List<LimitedMethod.Take> takes, List<Lease> leases, CallContext context) {
        RuntimeException failed = null;
        for (int i = 0; i < leases.size(); i++) {
            try (Lease lease = leases.get(i)) {
                takes.get(i).operation().settle(lease, context);
            } catch (RuntimeException e) {
                failed = failed == null ? e : failed;
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
