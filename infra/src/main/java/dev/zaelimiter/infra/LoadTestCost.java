package dev.zaelimiter.infra;

import java.time.Duration;
import java.util.Locale;

/**
 * What a run costs, by list prices of us-east-1 without discounts and taxes. An estimate: other regions are up to half
 * dearer.
 *
 * @param workers dollars for tasks and their addresses, or for calls of the function
 * @param table dollars for write units of the table
 */
public record LoadTestCost(double workers, double table) {

    /** On ARM, by the second. */
    private static final double PROCESSOR_HOUR = 0.03238;

    private static final double GIGABYTE_HOUR = 0.00356;
    private static final double ADDRESS_HOUR = 0.005;
    private static final double FUNCTION_GIGABYTE_SECOND = 0.0000133334;
    private static final double MILLION_WRITES = 0.625;

    private static final double UNITS = 1024;
    private static final double MEGABYTES = 1024;
    private static final double MILLION = 1e6;
    private static final double SECONDS = 3600;

    /** Tasks that lasted so long, all together. */
    static LoadTestCost ofTasks(FargateSize size, boolean addresses, Duration together, long writeUnits) {
        double hour = size.units() / UNITS * PROCESSOR_HOUR
                + size.megabytes() / MEGABYTES * GIGABYTE_HOUR
                + (addresses ? ADDRESS_HOUR : 0);
        return new LoadTestCost(together.toMillis() / 1000.0 / SECONDS * hour, ofWrites(writeUnits));
    }

    /** Calls of a function that lasted so long, all together. */
    static LoadTestCost ofCalls(int megabytes, Duration together, long writeUnits) {
        return new LoadTestCost(
                together.toMillis() / 1000.0 * megabytes / MEGABYTES * FUNCTION_GIGABYTE_SECOND, ofWrites(writeUnits));
    }

    private static double ofWrites(long units) {
        return units / MILLION * MILLION_WRITES;
    }

    /**
     * The same with what the table has really written.
     *
     * @param units write units of the run
     * @return the sum
     */
    public LoadTestCost writing(long units) {
        return new LoadTestCost(workers, ofWrites(units));
    }

    /**
     * All of it.
     *
     * @return dollars
     */
    public double dollars() {
        return workers + table;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "$%.4f: $%.4f for workers, $%.4f for writes", dollars(), workers, table);
    }
}
