package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What a replay found out of one policy.
 *
 * @param policy its name
 * @param rows what became of the rows
 * @param firstMillis the time of the first row, in milliseconds since the epoch
 * @param lastMillis the time of the last row
 * @param limits figures of each limit, in the order given
 * @param longestStreak the longest run of refusals of one bucket, or null if nothing was refused
 * @param waits how long refused callers would have had to wait
 * @param allWaits how often each wait came
 * @param timeline rows over time
 * @param top rows by entity
 * @param severalBuckets whether there was more than one entity and resource
 */
record Report(
        String policy,
        Rows rows,
        long firstMillis,
        long lastMillis,
        List<OfLimit> limits,
        @Nullable Streak longestStreak,
        Waits waits,
        WaitHistogram allWaits,
        RowTimeline timeline,
        TopEntities top,
        boolean severalBuckets) {

    /**
     * What became of the rows.
     *
     * @param total all rows of the file
     * @param admitted those that were admitted
     * @param refused those that were refused
     * @param broken those that could not be read
     * @param unordered those that came before an earlier row in time
     * @param strange those with bytes that are not UTF-8
     */
    record Rows(long total, long admitted, long refused, Problems broken, Problems unordered, Problems strange) {

        /** Which part of the rows that could be read was refused. */
        double refusedShare() {
            return (double) refused / (admitted + refused);
        }
    }

    /**
     * Rows with a problem.
     *
     * @param count how many
     * @param first the first few
     */
    record Problems(long count, List<Problem> first) {}

    /**
     * A row with a problem.
     *
     * @param line the line on which it begins, from 1
     * @param reason what is wrong
     */
    record Problem(long line, String reason) {}

    /**
     * Figures of one limit.
     *
     * @param limit the limit
     * @param level for which entity and resource
     * @param refused rows that it refused, alone or with others
     * @param neverFits those of them that ask for more than it holds
     * @param peakUse the most tokens missing from a full bucket; more than the capacity in debt
     * @param peakBucket whose bucket that was, or null if nothing was ever taken
     * @param debtMillis how long buckets were below zero, summed over all of them
     */
    record OfLimit(
            Limit limit,
            Policy.Target level,
            long refused,
            long neverFits,
            long peakUse,
            @Nullable EntityResource peakBucket,
            long debtMillis) {

        /** For which entity and resource, for people; empty for all. */
        String holdsFor() {
            return level.label();
        }

        /** The limit's name, and for whom it holds if not for all. */
        String label() {
            return holdsFor().isEmpty() ? limit.name() : limit.name() + " (" + holdsFor() + ")";
        }

        private OfLimit shownAs(UnaryOperator<String> entities) {
            return new OfLimit(
                    limit,
                    level.shownAs(entities),
                    refused,
                    neverFits,
                    peakUse,
                    peakBucket == null ? null : peakBucket.shownAs(entities),
                    debtMillis);
        }
    }

    /**
     * Refusals of one bucket with no admission in between.
     *
     * @param rows how many
     * @param bucket whose
     * @param fromMillis the time of the first
     * @param toMillis the time of the last
     */
    record Streak(long rows, EntityResource bucket, long fromMillis, long toMillis) {

        private Streak shownAs(UnaryOperator<String> entities) {
            return new Streak(rows, bucket.shownAs(entities), fromMillis, toMillis);
        }
    }

    /**
     * Times after which refused requests would have fitted.
     *
     * @param count how many there are
     * @param medianMillis half of them are no longer
     * @param p95Millis 95% of them are no longer
     * @param longestMillis the longest
     * @param never refused rows that ask for more than a limit holds, and so are not among the others
     * @param disabled refused rows for what is switched off, which are not among the others either
     */
    record Waits(long count, long medianMillis, long p95Millis, long longestMillis, long never, long disabled) {}

    /** The same with other names of entities, as for whoever may not see them. */
    Report shownAs(UnaryOperator<String> entities) {
        TopEntities others = top.shownAs(entities);
        return new Report(
                policy,
                rows,
                firstMillis,
                lastMillis,
                limits.stream().map(figures -> figures.shownAs(entities)).toList(),
                longestStreak == null ? null : longestStreak.shownAs(entities),
                waits,
                allWaits,
                timeline,
                others,
                severalBuckets);
    }

    /** How long the traffic lasted. */
    long spanMillis() {
        return lastMillis - firstMillis;
    }
}
