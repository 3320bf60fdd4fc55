package dev.zaelimiter.loadtest.internal.report;

import dev.zaelimiter.loadtest.internal.worker.Outcome;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The times of all workers together: histograms add up without an error. For one thread. */
final class Latencies {

    /** An hour: a worker times nothing longer. */
    static final long MOST_MICROS = 3_600_000_000L;

    private final Map<String, Histogram> byTag = new LinkedHashMap<>();
    private final Map<Integer, Histogram> admitted = new HashMap<>();
    private final Map<Integer, Histogram> store = new HashMap<>();

    /** An empty one, which holds whatever a worker times. */
    static Histogram empty() {
        return new Histogram(1, MOST_MICROS, 3);
    }

    /** One interval more; {@code stage} is negative if nobody knows to which it belongs. */
    void add(String tag, Histogram times, int stage) {
        byTag.computeIfAbsent(tag, unused -> empty()).add(times);
        if (stage >= 0 && tag.equals(Outcome.ADMITTED.label())) {
            admitted.computeIfAbsent(stage, unused -> empty()).add(times);
        } else if (stage >= 0 && tag.equals(Report.STORE)) {
            store.computeIfAbsent(stage, unused -> empty()).add(times);
        }
    }

    /** By what was timed; what never was is not there. */
    Map<String, Latency> byTag() {
        Map<String, Latency> all = new LinkedHashMap<>();
        byTag.forEach((tag, histogram) -> all.put(tag, Latency.of(histogram)));
        return all;
    }

    Latency admitted(int stage) {
        return of(admitted.get(stage));
    }

    Latency store(int stage) {
        return of(store.get(stage));
    }

    private static Latency of(@Nullable Histogram histogram) {
        return histogram == null ? Latency.NONE : Latency.of(histogram);
    }
}
