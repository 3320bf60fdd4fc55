package dev.zaelimiter.benchmarks.scale;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What came of one load. Not thread-safe. */
final class Measured {

    private static final int MOST_SAMPLES = 200_000;

    private static final long BIN_NANOS = 100_000_000;
    private static final int BINS_PER_SECOND = 10;

    private final long[] bins;
    private final long[] latencies = new long[MOST_SAMPLES];
    private final List<Long> transfers = new ArrayList<>();
    private int samples;
    private int stride = 1;
    private long seen;
    private long admitted;
    long refused;
    long failed;
    double units;
    long calls;
    long throttled;
    int shards = 1;
    long overAdmitted;

    Measured(int seconds) {
        this.bins = new long[(seconds + 2) * BINS_PER_SECOND];
    }

    /** One was admitted that was asked for at an instant. */
    void admitted(long askedNanos, long nowNanos, boolean counts) {
        bins[(int) Math.min(bins.length - 1L, nowNanos / BIN_NANOS)]++;
        if (counts) {
            admitted++;
            if (seen++ % stride == 0) {
                if (samples == MOST_SAMPLES) {
                    for (int i = 0; i < MOST_SAMPLES / 2; i++) {
                        latencies[i] = latencies[2 * i];
                    }
                    samples = MOST_SAMPLES / 2;
                    stride *= 2;
                }
                latencies[samples++] = nowNanos - askedNanos;
            }
        }
    }

    /** A shard was divided, or made one with another. */
    void transferred(long nanos) {
        transfers.add(nanos);
    }

    int splits() {
        return transfers.size();
    }

    /**
     * The largest share of throughput that was lost in a second which begins with a division, against the second
     * before, where that was served at the full rate.
     */
    double splitLoss(double fullPerSecond) {
        double worst = 0;
        for (long nanos : transfers) {
            int at = (int) (nanos / BIN_NANOS);
            if (at >= BINS_PER_SECOND && at + BINS_PER_SECOND < bins.length) {
                double before = sum(at - BINS_PER_SECOND, at);
                double after = sum(at, at + BINS_PER_SECOND);
                if (before > 0.9 * fullPerSecond) {
                    worst = Math.max(worst, 1 - after / Math.min(before, fullPerSecond));
                }
            }
        }
        return worst;
    }

    private long sum(int from, int to) {
        return Arrays.stream(bins, from, to).sum();
    }

    long admitted() {
        return admitted;
    }

    /** Milliseconds that a share of those admitted waited at most. */
    double percentileMillis(double share) {
        if (samples == 0) {
            return 0;
        }
        long[] sorted = Arrays.copyOf(latencies, samples);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(samples - 1L, (long) (share * samples))] / 1e6;
    }

    double unitsEach() {
        return admitted == 0 ? 0 : units / admitted;
    }

    double throttledShare() {
        return calls == 0 ? 0 : (double) throttled / calls;
    }
}
