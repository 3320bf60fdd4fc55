package dev.zaelimiter.internal.facets;

import dev.zaelimiter.InvalidInputException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * In whose name changes are recorded, and for how long.
 *
 * @param principal who, or null if nobody said
 * @param retention 1 day to 100 years
 */
public record Author(@Nullable String principal, Duration retention) {

    private static final int LONGEST = 512;
    private static final Duration SHORTEST = Duration.ofDays(1);
    private static final Duration LONGEST_RETENTION = Duration.ofDays(36_500);

    /** Nobody said who; kept for 90 days, as the Python system does. */
    public static final Author UNKNOWN = new Author(null, Duration.ofDays(90));

    /** Checks both. */
    public Author {
        if (principal != null
                && (principal.isBlank()
                        || principal.length() > LONGEST
                        || principal.chars().anyMatch(Character::isISOControl))) {
            throw new InvalidInputException(
                    "principal", principal, "1 to " + LONGEST + " characters, not all blank, no control characters");
        }
        if (retention.compareTo(SHORTEST) < 0 || retention.compareTo(LONGEST_RETENTION) > 0) {
            throw new InvalidInputException("auditRetention", retention, SHORTEST + " to " + LONGEST_RETENTION);
        }
    }

    /**
     * Another one, the records being kept as long.
     *
     * @param other who
     * @return the author
     * @throws InvalidInputException if the name breaks its rule
     */
    public Author as(String other) {
        return new Author(other, retention);
    }
}
