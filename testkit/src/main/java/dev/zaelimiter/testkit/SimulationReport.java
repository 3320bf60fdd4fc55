package dev.zaelimiter.testkit;

import dev.zaelimiter.testkit.internal.simulation.Outcome;
import java.util.List;
import java.util.Map;

/** What came of a simulation. Immutable. */
public final class SimulationReport {

    private final Outcome outcome;
    private final String replay;

    SimulationReport(Outcome outcome, String replay) {
        this.outcome = outcome;
        this.replay = replay;
    }

    /**
     * Whether every law held.
     *
     * @return true if {@link #violations()} is empty
     */
    public boolean sound() {
        return outcome.violations().isEmpty();
    }

    /**
     * The laws that were broken: the first breach of each.
     *
     * @return one line each, beginning with the law's name
     */
    public List<String> violations() {
        return outcome.violations().stream()
                .map(violation -> violation.rule() + ": " + violation.what())
                .toList();
    }

    /**
     * What happened, line by line: all of it if that was asked for, else the end.
     *
     * @return virtual time and event
     */
    public List<String> trace() {
        return outcome.trace();
    }

    /**
     * Tells whether two runs went the same way.
     *
     * @return a hash of all that happened
     */
    public long traceHash() {
        return outcome.hash();
    }

    /**
     * How many requests were made.
     *
     * @return a count
     */
    public int requests() {
        return outcome.requests();
    }

    /**
     * How many writes of buckets were answered.
     *
     * @return counts by kind and outcome
     */
    public Map<String, Integer> writes() {
        return outcome.writes();
    }

    /**
     * How to run it again.
     *
     * @return a command, or a description
     */
    public String replay() {
        return replay;
    }

    @Override
    public String toString() {
        return sound()
                ? "sound: " + requests() + " requests, writes " + writes()
                : "broken:\n  " + String.join("\n  ", violations()) + "\nreplay with: " + replay;
    }
}
