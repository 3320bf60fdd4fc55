package dev.zaelimiter.loadtest.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * Puts the seconds of several workers side by side, by their clocks set right. A worker's intervals last a second, but
 * for a few milliseconds: each is the next second after the one before it, wherever in a second of the clock they
 * begin, so that none is counted beside a second that has one already, with a gap after it. For one thread.
 */
final class Timeline {

    private static final double MILLIS = 1000;

    private final TreeMap<Long, Counts> counts = new TreeMap<>();
    private final TreeMap<Long, List<Timed>> admitted = new TreeMap<>();
    private long beginMillis;
    private long endMillis;

    Timeline(List<WorkerFiles> workers) {
        List<WorkerFiles> counting =
                workers.stream().filter(worker -> !worker.counts().isEmpty()).toList();
        beginMillis = counting.stream().mapToLong(Timeline::firstMillis).min().orElse(0);
        endMillis = beginMillis;
        counting.forEach(this::add);
    }

    private static long firstMillis(WorkerFiles worker) {
        return worker.counts().get(0).atMillis() + worker.clockOffsetMillis();
    }

    private void add(WorkerFiles worker) {
        long own = worker.counts().get(0).atMillis();
        long first = Math.floorDiv(beginMillis, (long) MILLIS) + seconds(firstMillis(worker) - beginMillis);
        for (CountLine line : worker.counts()) {
            counts.computeIfAbsent(first + seconds(line.atMillis() - own), unused -> new Counts())
                    .add(line);
            if (line.all() > 0) {
                endMillis = Math.max(endMillis, line.atMillis() + line.millis() + worker.clockOffsetMillis());
            }
        }
        for (Timed each : worker.admitted()) {
            admitted.computeIfAbsent(first + seconds(each.atMillis() - own), unused -> new ArrayList<>())
                    .add(each);
        }
    }

    private static long seconds(long millis) {
        return Math.round(millis / MILLIS);
    }

    /** From the beginning of the first worker to the last acquire. */
    long millis() {
        return endMillis - beginMillis;
    }

    /** The last of them, as many as are wanted. */
    List<Second> seconds(int most) {
        List<Second> seconds = new ArrayList<>();
        if (counts.isEmpty()) {
            return seconds;
        }
        SortedMap<Long, Counts> shown = counts.tailMap(counts.lastKey() - (most - 1L));
        shown.forEach((second, sums) -> {
            Latency latency = latency(admitted.getOrDefault(second, List.of()));
            seconds.add(new Second(second, sums, latency.p50(), latency.p99()));
        });
        return seconds;
    }

    private static Latency latency(List<Timed> packed) {
        Histogram all = Latencies.empty();
        for (Timed each : packed) {
            try {
                all.add(each.histogram());
            } catch (DataFormatException e) {
                throw new IllegalStateException("it was unpacked before", e);
            }
        }
        return Latency.of(all);
    }
}
