package dev.zaelimiter.benchmarks.compare;

/**
 * How much is measured. The quick one is for looking whether all of it works: its figures are not to be quoted.
 *
 * @param quick whether it is that one
 * @param seconds of one measurement of throughput
 * @param samples of one measurement of latency
 * @param tokens of a bucket that is drained while things fail
 * @param keys whose heap is measured, of what is in memory alone
 * @param keysOnTable the same, of what has to be written to a table first
 * @param starts of each program
 */
record Extent(boolean quick, double seconds, int samples, int tokens, int keys, int keysOnTable, int starts) {

    static Extent whole() {
        return new Extent(false, 4, 4000, 1500, 50_000, 2000, 7);
    }

    static Extent ofQuick() {
        return new Extent(true, 1, 300, 200, 5000, 200, 2);
    }

    int[] callers() {
        return quick ? new int[] {1, 32} : new int[] {1, 8, 32, 128, 1024};
    }

    int[] threads() {
        return quick ? new int[] {1, 8} : new int[] {1, 2, 4, 8, 16, 32};
    }
}
