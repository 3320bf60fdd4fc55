package dev.zaelimiter.testkit;

import dev.zaelimiter.testkit.internal.simulation.SimulationOutcome;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What came of a simulation. Immutable. */
public final class SimulationReport {

    /** Laws about what may be admitted, and about tokens that come from nowhere. */
    private static final Set<String> ADMISSION = Set.of(
            "law",
            "heard",
            "disabled",
            "no-limits",
            "overdrawn",
            "above-capacity",
            "unbacked",
            "made",
            "ceiling",
            "seed",
            "stamp-left-behind",
            "transfer-made",
            "shard-made",
            "slots",
            "reference-balance",
            "reference-forgotten",
            "reference-total",
            "reference-transfer");

    /** Laws about what goes back. */
    private static final Set<String> REFUND = Set.of("refund-twice", "undercharged", "cut");

    private final SimulationOutcome outcome;
    private final String replay;

    SimulationReport(SimulationOutcome outcome, String replay) {
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
     * What happened, line by line: all of it if that was asked for, otherwise the end.
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
     * How many steps were made.
     *
     * @return a count of events in virtual time
     */
    public long steps() {
        return outcome.steps();
    }

    /**
     * How many requests were granted.
     *
     * @return a count
     */
    public long admitted() {
        return outcome.admitted();
    }

    /**
     * How often more was admitted than there was, or tokens came from nowhere.
     *
     * @return a count of breaches; 0 if all is well
     */
    public long overAdmissions() {
        return breaches(ADMISSION);
    }

    /**
     * How often something was given back twice, or that was not taken.
     *
     * @return a count of breaches; 0 if all is well
     */
    public long refundErrors() {
        return breaches(REFUND);
    }

    private long breaches(Set<String> rules) {
        return outcome.breaches().entrySet().stream()
                .filter(breach -> rules.contains(breach.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
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
