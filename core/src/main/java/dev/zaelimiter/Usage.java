package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/**
 * What was consumed, summed up by the hour, the day and the month. An aggregator writes it, a moment after the takes:
 * where none runs there is nothing to read. What the Python system's aggregator wrote is read, too.
 *
 * <p>Blocking, a few round trips each; safe for use by many threads. Each verb throws {@link StoreFailureException} if
 * the store fails.
 */
public interface Usage {

    /**
     * Reads windows, the newest first. A page may hold fewer than were asked for, or none, and still not be the last.
     *
     * @param query which
     * @param limit the most records, 1 to 1000
     * @param after {@link UsagePage#next} of the page before, or null for the first
     * @return a page
     * @throws InvalidInputException if an argument breaks its rule
     */
    UsagePage read(UsageQuery query, int limit, @Nullable String after);

    /**
     * Sums windows up. Reads all of them, a page at a time.
     *
     * @param query which
     * @return total, average and peak of each limit
     */
    UsageSummary summary(UsageQuery query);
}
