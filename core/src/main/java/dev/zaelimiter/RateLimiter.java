package dev.zaelimiter;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The blocking face. Each verb returns within the request's maximum wait plus the repository's deadline (1 s by
 * default). Safe for use by many threads; virtual threads are not pinned.
 *
 * <p>Every verb throws {@link InvalidInputException} for a request that breaks a rule, {@link NoLimitsException} where
 * nothing is configured, {@link UnknownLimitException} for a limit that never was, {@link AcquireInterruptedException}
 * if the thread is interrupted, and {@link RepositoryClosedException} after the repository was closed.
 */
public interface RateLimiter {

    /**
     * Takes what is asked, runs a function, and keeps what was taken, with the function's corrections. On any exception
     * everything goes back but what the function had {@link Lease#settle settled} or {@link Lease#adjust adjusted} by
     * then: it has said that so much was used. {@link Lease#keep()} in the function keeps all of it, whatever comes
     * after. The function runs on the calling thread.
     *
     * @param request what to take
     * @param function what to run; it gets the lease, to settle what was really used
     * @param <T> what the function returns
     * @param <X> what it throws
     * @return what the function returned
     * @throws X what the function threw
     * @throws RateLimitExceededException if refused; the function was not run
     * @throws RateLimiterUnavailableException as {@link #tryAcquire}
     */
    <T extends @Nullable Object, X extends Exception> T call(AcquireRequest request, LeasedCall<T, X> function)
            throws X;

    /**
     * {@link #call(AcquireRequest, LeasedCall)} for tokens of one limit.
     *
     * @param entity who asks
     * @param resource what is used
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @param function what to run
     * @param <T> what the function returns
     * @param <X> what it throws
     * @return what the function returned
     * @throws X what the function threw
     */
    default <T extends @Nullable Object, X extends Exception> T call(
            String entity, String resource, String limit, long amount, LeasedCall<T, X> function) throws X {
        return call(AcquireRequest.of(entity, resource, limit, amount), function);
    }

    /**
     * {@link #call} for a function without a result.
     *
     * @param request what to take
     * @param action what to run
     * @param <X> what it throws
     * @throws X what the action threw
     */
    default <X extends Exception> void run(AcquireRequest request, LeasedRun<X> action) throws X {
        this.<Boolean, X>call(request, lease -> {
            action.run(lease);
            return Boolean.TRUE;
        });
    }

    /**
     * Takes what is asked, all of it or nothing.
     *
     * @param request what to take
     * @return a lease; end it with {@link Lease#keep()} or {@link Lease#giveBack()}
     * @throws RateLimitExceededException if refused
     * @throws RateLimiterUnavailableException as {@link #tryAcquire}
     */
    default Lease acquire(AcquireRequest request) {
        return tryAcquire(request).lease();
    }

    /**
     * Takes tokens of one limit.
     *
     * @param entity who asks
     * @param resource what is used
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @return a lease, as of {@link #acquire(AcquireRequest)}
     * @throws RateLimitExceededException if refused
     */
    default Lease acquire(String entity, String resource, String limit, long amount) {
        return acquire(AcquireRequest.of(entity, resource, limit, amount));
    }

    /**
     * Takes what is asked, and waits as long as this call says.
     *
     * @param request what to take; its own wait does not count
     * @param waitAtMost the longest wait; a negative one is no wait
     * @return a lease, as of {@link #acquire(AcquireRequest)}
     * @throws RateLimitExceededException if refused
     */
    default Lease acquire(AcquireRequest request, Duration waitAtMost) {
        return acquire(request.withWait(waitAtMost));
    }

    /**
     * Takes what is asked, all of it or nothing, and returns a refusal as a value.
     *
     * @param request what to take
     * @return granted or refused
     * @throws RateLimiterUnavailableException if the store gave no answer and the policy is to block; under either
     *     policy if it denied access, or what it holds is damaged
     */
    Decision tryAcquire(AcquireRequest request);

    /**
     * Takes tokens of one limit, and returns a refusal as a value.
     *
     * @param entity who asks
     * @param resource what is used
     * @param limit the limit's name
     * @param amount tokens, 0 to 10^15
     * @return granted or refused
     */
    default Decision tryAcquire(String entity, String resource, String limit, long amount) {
        return tryAcquire(AcquireRequest.of(entity, resource, limit, amount));
    }

    /**
     * Takes what is asked, waits as long as this call says, and returns a refusal as a value.
     *
     * @param request what to take; its own wait does not count
     * @param waitAtMost the longest wait; a negative one is no wait
     * @return granted or refused
     */
    default Decision tryAcquire(AcquireRequest request, Duration waitAtMost) {
        return tryAcquire(request.withWait(waitAtMost));
    }

    /**
     * Looks without taking. Reads the store once (once more for a parent).
     *
     * @param request what would be taken
     * @return how each limit stands
     * @throws RateLimiterUnavailableException if the store gave no answer
     */
    Availability check(AcquireRequest request);

    /**
     * How long until a request would fit, if nobody else took anything. Reads as {@link #check}.
     *
     * @param request what would be taken
     * @return zero if it fits now, empty if it never can
     */
    default Optional<Duration> timeUntilAvailable(AcquireRequest request) {
        return check(request).retryAfter();
    }

    /**
     * Which limits hold, and why: each with the level that it came from. Reads the four levels afresh.
     *
     * @param entity who
     * @param resource on what
     * @return the limits in force; empty ones if nothing is configured
     */
    Explanation explain(String entity, String resource);

    /**
     * A function that runs under a lease.
     *
     * @param <T> what it returns
     * @param <X> what it throws
     */
    @FunctionalInterface
    interface LeasedCall<T extends @Nullable Object, X extends Exception> {

        /**
         * Runs.
         *
         * @param lease what was taken, to be settled; ended by the caller
         * @return a result
         * @throws X if it fails; everything taken goes back
         */
        T call(Lease lease) throws X;
    }

    /**
     * An action that runs under a lease.
     *
     * @param <X> what it throws
     */
    @FunctionalInterface
    interface LeasedRun<X extends Exception> {

        /**
         * Runs.
         *
         * @param lease what was taken, to be settled; ended by the caller
         * @throws X if it fails; everything taken goes back
         */
        void run(Lease lease) throws X;
    }
}
