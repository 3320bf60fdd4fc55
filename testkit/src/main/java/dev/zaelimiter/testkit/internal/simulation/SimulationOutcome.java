package dev.zaelimiter.testkit.internal.simulation;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a run.
 *
 * @param violations the laws that were broken; none if all is well
 * @param hash of all that happened, equal for equal runs
 * @param trace the last lines of what happened, or all; not changed any more
 * @param writes how many writes of buckets were answered, by kind and outcome
 * @param requests how many requests were made
 * @param steps how many events there were
 * @param admitted how many requests were granted
 * @param breaches how often each law was broken
 */
public record SimulationOutcome(
        List<Violation> violations,
        long hash,
        List<String> trace,
        Map<String, Integer> writes,
        int requests,
        long steps,
        long admitted,
        Map<String, Integer> breaches) {

    /** Copies the collections, but for the trace, which is long. */
    public SimulationOutcome {
        violations = List.copyOf(violations);
        breaches = Collections.unmodifiableMap(new TreeMap<>(breaches));
        writes = Collections.unmodifiableMap(new TreeMap<>(writes));
    }
}
