package dev.zaelimiter;

import java.util.function.Function;

/** The outcome of a request: granted with a lease, or refused with a reason. Store failures are exceptions. */
public sealed interface Decision {

    /**
     * Whether the tokens were taken.
     *
     * @return true if granted
     */
    default boolean granted() {
        return match(lease -> true, refusal -> false);
    }

    /**
     * The lease of a granted request.
     *
     * @return the lease
     * @throws RateLimitExceededException if refused
     */
    default Lease lease() {
        return match(lease -> lease, refusal -> {
            throw new RateLimitExceededException(refusal);
        });
    }

    /**
     * The reason of a refused request.
     *
     * @return the refusal
     * @throws IllegalStateException if granted
     */
    default Refusal refusal() {
        return match(
                lease -> {
                    throw new IllegalStateException("granted: there is no refusal");
                },
                refusal -> refusal);
    }

    /**
     * Handles both outcomes.
     *
     * @param onGranted what to do with the lease
     * @param onRefused what to do with the refusal
     * @param <T> what both return
     * @return what the one that ran returned
     */
    <T> T match(Function<Lease, T> onGranted, Function<Refusal, T> onRefused);

    /**
     * The tokens were taken.
     *
     * @param lease to settle and to end
     */
    record Granted(Lease lease) implements Decision {
        @Override
        public <T> T match(Function<Lease, T> onGranted, Function<Refusal, T> onRefused) {
            return onGranted.apply(lease);
        }
    }

    /**
     * Nothing was taken.
     *
     * @param refusal why
     */
    record Refused(Refusal refusal) implements Decision {
        @Override
        public <T> T match(Function<Lease, T> onGranted, Function<Refusal, T> onRefused) {
            return onRefused.apply(refusal);
        }
    }
}
