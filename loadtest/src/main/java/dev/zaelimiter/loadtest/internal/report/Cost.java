package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.worker.Outcome;

/**
 * What a run wrote, and what that costs on demand.
 *
 * @param writeUnits in all, or -1 if the store does not say
 * @param unitsPerAdmitted for each admitted acquire, or -1
 * @param dollarsPerMillion of a million admitted acquires, or -1
 */
public record Cost(double writeUnits, double unitsPerAdmitted, double dollarsPerMillion) {

    /** A million write units on demand, in dollars, in the cheapest regions; as the page on cost has it. */
    public static final double DOLLARS_PER_MILLION_UNITS = 0.625;

    static Cost of(Counts counts) {
        long admitted = counts.of(Outcome.ADMITTED);
        if (counts.writeUnits() < 0 || admitted == 0) {
            return new Cost(counts.writeUnits(), -1, -1);
        }
        double each = counts.writeUnits() / admitted;
        return new Cost(counts.writeUnits(), each, each * DOLLARS_PER_MILLION_UNITS);
    }
}
