package dev.zaelimiter.loadtest.internal.report;

import org.HdrHistogram.Histogram;

/**
 * How long something took, in microseconds, of all workers together. The times of nothing are not known: -1, since 0
 * would read as fast.
 *
 * @param count how often
 * @param p50 half of them took no longer
 * @param p90 and so on
 * @param p95 and so on
 * @param p99 and so on
 * @param p999 and so on
 * @param max the longest
 */
public record Latency(long count, long p50, long p90, long p95, long p99, long p999, long max) {

    /** Of nothing. */
    public static final Latency NONE = new Latency(0, -1, -1, -1, -1, -1, -1);

    static Latency of(Histogram histogram) {
        return histogram.getTotalCount() == 0
                ? NONE
                : new Latency(
                        histogram.getTotalCount(),
                        histogram.getValueAtPercentile(50),
                        histogram.getValueAtPercentile(90),
                        histogram.getValueAtPercentile(95),
                        histogram.getValueAtPercentile(99),
                        histogram.getValueAtPercentile(99.9),
                        histogram.getMaxValue());
    }
}
