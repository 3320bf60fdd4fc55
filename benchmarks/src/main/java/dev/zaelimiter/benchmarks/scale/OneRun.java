package dev.zaelimiter.benchmarks.scale;

/** One run of the real engine on the modelled table, in words that pass from one class loader to another. */
public final class OneRun {

    private OneRun() {}

    /**
     * Runs it.
     *
     * @param processes how many ask
     * @param offered acquires a second
     * @param limit how many a second may be had
     * @param warmUpSeconds what is not measured, in virtual time
     * @param seconds what is
     * @param seed draws the rest
     * @return admitted a second; write units for each; p99 in milliseconds; shares of calls that were throttled, and of
     *     requests that were refused; admitted too many; shards
     */
    public static double[] of(int processes, long offered, long limit, int warmUpSeconds, int seconds, long seed) {
        Load load = new Load(processes, offered, limit, warmUpSeconds, seconds, seed);
        Measured measured = new OurPath(load).run();
        double ended = measured.admitted() + measured.refused + measured.failed;
        return new double[] {
            (double) measured.admitted() / seconds,
            measured.unitsEach(),
            measured.percentileMillis(0.99),
            measured.throttledShare(),
            ended == 0 ? 0 : (measured.refused + measured.failed) / ended,
            measured.overAdmitted,
            measured.shards
        };
    }
}
