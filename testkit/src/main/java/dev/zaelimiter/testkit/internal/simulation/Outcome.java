package dev.zaelimiter.testkit.internal.simulation;

import java.util.List;

/**
 * What came of a run.
 *
 * @param violations the laws that were broken; none if all is well
 * @param hash of all that happened, equal for equal runs
 * @param trace the last lines of what happened, or all
 * @param writes how many writes landed in buckets
 * @param requests how many requests were made
 */
public record Outcome(List<Violation> violations, long hash, List<String> trace, int writes, int requests) {

    /** Copies the lists. */
    public Outcome {
        violations = List.copyOf(violations);
        trace = List.copyOf(trace);
    }
}
