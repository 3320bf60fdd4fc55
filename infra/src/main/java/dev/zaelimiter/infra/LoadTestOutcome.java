package dev.zaelimiter.infra;

import java.util.List;

/**
 * How a run came out; what was measured is in its folder.
 *
 * @param workers by their numbers
 * @param stopped whether it was ended before its time
 * @param cost of its workers, as far as can be told
 */
public record LoadTestOutcome(List<WorkerEnd> workers, boolean stopped, LoadTestCost cost) {

    /** Copies the list. */
    public LoadTestOutcome {
        workers = List.copyOf(workers);
    }
}
