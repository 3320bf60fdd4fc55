package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.plan.Fields;
import dev.zaelimiter.loadtest.internal.worker.Outcome;

/**
 * One second of one worker.
 *
 * @param atMillis its beginning, by the worker's clock
 * @param millis its length
 * @param stage which one
 * @param outcomes acquires by the outcome's place
 * @param throttled writes turned away
 * @param writes of buckets
 * @param writeUnits of these, or -1
 * @param late steps
 * @param missed steps that were due and never begun
 * @param splits of shards
 * @param merges of shards
 * @param cpu of the worker, 0 to 1, or -1
 * @param machineCpu of all on its machine, 0 to 1, or -1
 */
record CountLine(
        long atMillis,
        long millis,
        int stage,
        long[] outcomes,
        long throttled,
        long writes,
        double writeUnits,
        long late,
        long missed,
        long splits,
        long merges,
        double cpu,
        double machineCpu) {

    static CountLine of(Fields fields) {
        long[] outcomes = Outcome.ALL.stream()
                .mapToLong(outcome -> fields.whole(outcome.label(), 0, Long.MAX_VALUE))
                .toArray();
        return new CountLine(
                fields.whole("at_ms", 0, Long.MAX_VALUE),
                fields.whole("millis", 1, Long.MAX_VALUE),
                (int) fields.whole("stage", 0, Integer.MAX_VALUE),
                outcomes,
                fields.whole("throttled", 0, Long.MAX_VALUE, 0),
                fields.whole("writes", 0, Long.MAX_VALUE, 0),
                fields.number("write_units", -1, Double.MAX_VALUE, -1),
                fields.whole("late", 0, Long.MAX_VALUE, 0),
                fields.whole("missed", 0, Long.MAX_VALUE, 0),
                fields.whole("splits", 0, Long.MAX_VALUE, 0),
                fields.whole("merges", 0, Long.MAX_VALUE, 0),
                fields.number("cpu", -1, 1, -1),
                fields.number("machine_cpu", -1, 1, -1));
    }

    /** All acquires. */
    long all() {
        long sum = 0;
        for (long each : outcomes) {
            sum += each;
        }
        return sum;
    }
}
