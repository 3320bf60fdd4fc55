package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.worker.Outcome;

/** Sums over intervals. For one thread. */
public final class Counts {

    private final long[] outcomes = new long[Outcome.ALL.size()];
    private long throttled;
    private long writes;
    private long late;
    private long missed;
    private long splits;
    private long merges;
    private double writeUnits;
    private boolean unitsKnown;

    void add(CountLine line) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += line.outcomes()[i];
        }
        throttled += line.throttled();
        writes += line.writes();
        late += line.late();
        missed += line.missed();
        splits += line.splits();
        merges += line.merges();
        if (line.writeUnits() >= 0) {
            unitsKnown = true;
            writeUnits += line.writeUnits();
        }
    }

    void add(Counts other) {
        for (int i = 0; i < outcomes.length; i++) {
            outcomes[i] += other.outcomes[i];
        }
        throttled += other.throttled;
        writes += other.writes;
        late += other.late;
        missed += other.missed;
        splits += other.splits;
        merges += other.merges;
        writeUnits += other.writeUnits;
        unitsKnown |= other.unitsKnown;
    }

    /** Of one outcome. */
    public long of(Outcome outcome) {
        return outcomes[outcome.place()];
    }

    /** All acquires. */
    public long all() {
        long sum = 0;
        for (long each : outcomes) {
            sum += each;
        }
        return sum;
    }

    /** A share of all, 0 to 1. */
    public double share(Outcome outcome) {
        return all() == 0 ? 0 : (double) of(outcome) / all();
    }

    /** Writes that the store turned away for its capacity. */
    public long throttled() {
        return throttled;
    }

    /** Writes of buckets, retries included. */
    public long writes() {
        return writes;
    }

    /** Steps that began late. */
    public long late() {
        return late;
    }

    /** Steps that were due and never began. */
    public long missed() {
        return missed;
    }

    /** How often a shard of a bucket was divided. */
    public long splits() {
        return splits;
    }

    /** How often two shards were made one. */
    public long merges() {
        return merges;
    }

    /** Write units, or -1 if the store does not say. */
    public double writeUnits() {
        return unitsKnown ? writeUnits : -1;
    }
}
