package dev.zaelimiter;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same verbs as {@link RateLimiter}, on futures. No thread waits while a write is under way.
 *
 * <p>Futures complete on the repository's callback executor. By default that is a thread of its own per completion (a
 * virtual one where the JVM has them), so a callback may block. With the inline option they complete on the thread that
 * brought the store's answer, which is fastest; a callback that blocks there delays the other calls of its batch by
 * that long, but never deadlocks. Failures are those of {@link RateLimiter}, as the future's exception; a request that
 * breaks a rule throws immediately.
 *
 * <p>Cancelling a future before its request was sent takes it out of the queue; while it is under way the tokens go
 * back when the answer comes, and while it waits for tokens they go back immediately; after the grant, ending the lease
 * is its owner's business. Timing out, failing or completing the future is the same as cancelling it. All this is so
 * for the very future that was returned: one derived from it knows nothing of the request.
 */
public interface AsyncRateLimiter {

    /**
     * Takes what is asked, runs a function, and keeps what was taken when the function's stage completes. If the
     * function throws, its stage fails, or the returned future is cancelled, timed out or failed by its caller,
     * everything goes back but what had been {@link Lease#settle settled} or {@link Lease#adjust adjusted} by then;
     * {@link Lease#keep()} in the function keeps all of it. A caller who gives up has the stage cancelled too, and what
     * it waited for is free immediately. A caller who completes the returned future with a value once the function runs
     * is charged like any other when the stage ends.
     *
     * @param request what to take
     * @param function what to run
     * @param <T> what the stage brings
     * @return the stage's result; or {@link RateLimitExceededException}, and then the function was not run
     */
    <T extends @Nullable Object> CompletableFuture<T> call(
            AcquireRequest request, Function<? super Lease, ? extends CompletionStage<T>> function);

    /**
     * Takes what is asked, all of it or nothing.
     *
     * @param request what to take
     * @return a lease, or {@link RateLimitExceededException}
     */
    CompletableFuture<Lease> acquire(AcquireRequest request);

    /**
     * Takes tokens of one limit.
     *
     * @param entity who asks
     * @param resource what is used
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @return a lease, or {@link RateLimitExceededException}
     */
    default CompletableFuture<Lease> acquire(String entity, String resource, String limit, long amount) {
        return acquire(AcquireRequest.of(entity, resource, limit, amount));
    }

    /**
     * Takes what is asked, and waits as long as this call says.
     *
     * @param request what to take; its own wait does not count
     * @param waitAtMost the longest wait; a negative one is no wait
     * @return a lease, or {@link RateLimitExceededException}
     */
    default CompletableFuture<Lease> acquire(AcquireRequest request, Duration waitAtMost) {
        return acquire(request.withWait(waitAtMost));
    }

    /**
     * Takes what is asked, all of it or nothing, with a refusal as a value.
     *
     * @param request what to take
     * @return granted or refused
     */
    CompletableFuture<Decision> tryAcquire(AcquireRequest request);

    /**
     * Takes tokens of one limit, with a refusal as a value.
     *
     * @param entity who asks
     * @param resource what is used
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @return granted or refused
     */
    default CompletableFuture<Decision> tryAcquire(String entity, String resource, String limit, long amount) {
        return tryAcquire(AcquireRequest.of(entity, resource, limit, amount));
    }

    /**
     * Takes what is asked, waits as long as this call says, and brings a refusal as a value.
     *
     * @param request what to take; its own wait does not count
     * @param waitAtMost the longest wait; a negative one is no wait
     * @return granted or refused
     */
    default CompletableFuture<Decision> tryAcquire(AcquireRequest request, Duration waitAtMost) {
        return tryAcquire(request.withWait(waitAtMost));
    }

    /**
     * Looks without taking.
     *
     * @param request what would be taken
     * @return how each limit stands
     */
    CompletableFuture<Availability> check(AcquireRequest request);

    /**
     * How long until a request would fit, if nobody else took anything.
     *
     * @param request what would be taken
     * @return zero if it fits now, empty if it never can
     */
    default CompletableFuture<Optional<Duration>> timeUntilAvailable(AcquireRequest request) {
        return check(request).thenApply(Availability::retryAfter);
    }

    /**
     * Which limits hold, and why.
     *
     * @param entity who
     * @param resource on what
     * @return the limits in force, each with the level that it came from
     */
    CompletableFuture<Explanation> explain(String entity, String resource);
}
