package dev.zaelimiter.loadtest.internal.report;

import org.jspecify.annotations.Nullable;

/**
 * How a worker went.
 *
 * @param number from 0
 * @param end finished, stopped, failed, or unknown if it died or still runs
 * @param problem or null
 * @param startedMillis by its clock; 0 if it is not known
 * @param clockOffsetMillis what was added to its clock
 * @param counts of it
 */
public record WorkerResult(
        int number, String end, @Nullable String problem, long startedMillis, long clockOffsetMillis, Counts counts) {

    /** What stands where nobody has said how it ended. */
    public static final String UNKNOWN = "unknown";

    /** When it began, by the store's clock. */
    long begunMillis() {
        return startedMillis + clockOffsetMillis;
    }

    static WorkerResult of(WorkerFiles files, Counts counts) {
        WorkerFiles.End end = files.end();
        return end == null
                ? new WorkerResult(files.number(), UNKNOWN, null, 0, 0, counts)
                : new WorkerResult(
                        files.number(), end.how(), end.problem(), end.startedMillis(), end.clockOffsetMillis(), counts);
    }
}
