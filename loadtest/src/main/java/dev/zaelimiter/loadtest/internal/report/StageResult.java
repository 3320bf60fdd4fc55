package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Stage;

/**
 * How a stage went.
 *
 * @param number from 0
 * @param stage what was asked
 * @param millis how long it was, of the worker that played it longest
 * @param counts in it
 * @param admitted how long admitted acquires took
 * @param store how long round trips to the store took
 * @param cpu the share of its processors that the busiest worker used on average, or -1
 * @param machineCpu the share that all programs on the workers' machines used on average, or -1
 */
public record StageResult(
        int number,
        Stage stage,
        long millis,
        Counts counts,
        Latency admitted,
        Latency store,
        double cpu,
        double machineCpu) {

    /** Acquires a second. */
    public double perSecond() {
        return millis == 0 ? 0 : counts.all() * 1000.0 / millis;
    }
}
