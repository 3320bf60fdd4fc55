package dev.zaelimiter;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How the limits of a request stand, looked at without taking anything. It is true at one instant only. Immutable. */
public final class Availability {

    private final List<LimitStatus> statuses;

    private Availability(List<LimitStatus> statuses) {
        this.statuses = List.copyOf(statuses);
    }

    /**
     * Collects statuses.
     *
     * @param statuses the entity's first, then the parent's
     * @return the availability
     */
    public static Availability of(List<LimitStatus> statuses) {
        return new Availability(statuses);
    }

    /**
     * Every limit asked of: the entity's first, then the parent's.
     *
     * @return one status for each
     */
    public List<LimitStatus> statuses() {
        return statuses;
    }

    /**
     * Whether the request would have been granted. Where an operator has switched the limits off ({@link Access}), they
     * count as exceeded for ever, or not at all.
     *
     * @return true if no limit is exceeded
     */
    public boolean fits() {
        for (LimitStatus status : statuses) {
            if (status.exceeded()) {
                return false;
            }
        }
        return true;
    }

    /**
     * What can be used of a limit: the least of the entity's and the parent's.
     *
     * @param limit a limit of the request
     * @return whole tokens, 0 to the capacity
     * @throws InvalidInputException if the limit was not asked about
     */
    public long available(String limit) {
        long least = -1;
        for (LimitStatus status : statuses) {
            if (status.limit().name().equals(limit)) {
                least = least < 0 ? status.available() : Math.min(least, status.available());
            }
        }
        if (least < 0) {
            throw new InvalidInputException("limit", limit, "a limit of the request that was checked");
        }
        return least;
    }

    /**
     * How long until the request fits, if nobody else takes anything.
     *
     * @return zero if it fits now, empty if it never can
     */
    public Optional<Duration> retryAfter() {
        long longest = 0;
        for (LimitStatus status : statuses) {
            if (!status.everFits()) {
                return Optional.empty();
            }
            longest = Math.max(longest, status.retryAfterMillis());
        }
        return Optional.of(Duration.ofMillis(longest));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Availability that && statuses.equals(that.statuses);
    }

    @Override
    public int hashCode() {
        return statuses.hashCode();
    }

    @Override
    public String toString() {
        return statuses.toString();
    }
}
