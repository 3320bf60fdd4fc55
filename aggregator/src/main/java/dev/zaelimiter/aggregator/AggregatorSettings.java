package dev.zaelimiter.aggregator;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.UsageWindow;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * How an aggregator behaves. Immutable; each setter gives another, and throws {@link InvalidInputException} for a value
 * out of its range.
 */
public final class AggregatorSettings {

    /** A stream keeps changes for a day, and who has read them may take his time. */
    private static final Duration LEAST_REDELIVERY = Duration.ofHours(25);

    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final int MOST_IN_FLIGHT = 256;

    private final Set<UsageWindow> windows;
    private final Duration retention;
    private final Duration redelivery;
    private final boolean refills;
    private final boolean divisions;
    private final Duration mergeAfter;
    private final int inFlight;

    private AggregatorSettings(
            Set<UsageWindow> windows,
            Duration retention,
            Duration redelivery,
            boolean refills,
            boolean divisions,
            Duration mergeAfter,
            int inFlight) {
        this.windows = windows;
        this.retention = retention;
        this.redelivery = redelivery;
        this.refills = refills;
        this.divisions = divisions;
        this.mergeAfter = mergeAfter;
        this.inFlight = inFlight;
    }

    /**
     * Settings that suit production: by the hour and the day, kept for 90 days.
     *
     * @return settings
     */
    public static AggregatorSettings defaults() {
        return new AggregatorSettings(
                Collections.unmodifiableSet(EnumSet.of(UsageWindow.HOURLY, UsageWindow.DAILY)),
                Duration.ofDays(90),
                Duration.ofDays(2),
                true,
                true,
                Duration.ofMinutes(10),
                64);
    }

    /**
     * Over which lengths of time consumption is summed. Each costs a write for each entity and resource of a batch.
     *
     * @param windows none or more; by default by the hour and the day
     * @return settings
     */
    public AggregatorSettings windows(Set<UsageWindow> windows) {
        Set<UsageWindow> copy = EnumSet.noneOf(UsageWindow.class);
        copy.addAll(windows);
        return new AggregatorSettings(
                Collections.unmodifiableSet(copy), retention, redelivery, refills, divisions, mergeAfter, inFlight);
    }

    /**
     * For how long usage is kept after its window has ended.
     *
     * @param retention longer than {@link #redelivery}, up to 100 years; by default 90 days
     * @return settings
     */
    public AggregatorSettings retention(Duration retention) {
        if (retention.compareTo(redelivery) <= 0 || retention.compareTo(LONGEST) > 0) {
            throw new InvalidInputException(
                    "retention", retention, "more than the " + redelivery + " of redelivery, to " + LONGEST);
        }
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, mergeAfter, inFlight);
    }

    /**
     * How old a change may be when it comes again at last. What older ones have counted is then forgotten, where that
     * saves room, and such changes are not counted any more.
     *
     * @param redelivery 25 hours or more, less than {@link #retention}; by default 48 hours
     * @return settings
     */
    public AggregatorSettings redelivery(Duration redelivery) {
        if (redelivery.compareTo(LEAST_REDELIVERY) < 0 || redelivery.compareTo(retention) >= 0) {
            throw new InvalidInputException(
                    "redelivery", redelivery, LEAST_REDELIVERY + " to less than the retention of " + retention);
        }
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, mergeAfter, inFlight);
    }

    /**
     * Whether buckets that are being drained are refilled.
     *
     * @param refills by default true
     * @return settings
     */
    public AggregatorSettings refills(boolean refills) {
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, mergeAfter, inFlight);
    }

    /**
     * Whether buckets that are written as often as their partition can take are divided, and made whole again later.
     *
     * @param divisions by default true; without effect on a store whose partitions have no limit
     * @return settings
     */
    public AggregatorSettings divisions(boolean divisions) {
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, mergeAfter, inFlight);
    }

    /**
     * For how long a divided bucket must have been idle to be made whole.
     *
     * @param idle 1 minute or more; by default 10 minutes
     * @return settings
     */
    public AggregatorSettings mergeAfter(Duration idle) {
        if (idle.compareTo(Duration.ofMinutes(1)) < 0 || idle.compareTo(LONGEST) > 0) {
            throw new InvalidInputException("mergeAfter", idle, Duration.ofMinutes(1) + " to " + LONGEST);
        }
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, idle, inFlight);
    }

    /**
     * How many calls of the store may be under way at once.
     *
     * @param most 1 to 256; by default 64
     * @return settings
     */
    public AggregatorSettings inFlight(int most) {
        if (most < 1 || most > MOST_IN_FLIGHT) {
            throw new InvalidInputException("inFlight", most, "1 to " + MOST_IN_FLIGHT);
        }
        return new AggregatorSettings(windows, retention, redelivery, refills, divisions, mergeAfter, most);
    }

    /**
     * As set by {@link #windows(Set)}.
     *
     * @return the lengths, the shortest first
     */
    public Set<UsageWindow> windows() {
        return windows;
    }

    /**
     * As set by {@link #retention(Duration)}.
     *
     * @return the time
     */
    public Duration retention() {
        return retention;
    }

    /**
     * As set by {@link #redelivery(Duration)}.
     *
     * @return the time
     */
    public Duration redelivery() {
        return redelivery;
    }

    /**
     * As set by {@link #refills(boolean)}.
     *
     * @return true if they are
     */
    public boolean refills() {
        return refills;
    }

    /**
     * As set by {@link #divisions(boolean)}.
     *
     * @return true if they are
     */
    public boolean divisions() {
        return divisions;
    }

    /**
     * As set by {@link #mergeAfter(Duration)}.
     *
     * @return the time
     */
    public Duration mergeAfter() {
        return mergeAfter;
    }

    /**
     * As set by {@link #inFlight(int)}.
     *
     * @return a count
     */
    public int inFlight() {
        return inFlight;
    }
}
