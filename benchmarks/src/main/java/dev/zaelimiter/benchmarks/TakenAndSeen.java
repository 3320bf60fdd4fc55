package dev.zaelimiter.benchmarks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * When takes of one token were granted, and how long after that a watcher has seen them in the counters of buckets.
 * Safe for use by many threads.
 */
final class TakenAndSeen {

    private static final int MILLI = 1000;

    private final Map<String, List<Long>> granted = new ConcurrentHashMap<>();

    /** Notes that a take was granted just now. */
    void granted(String entity) {
        granted.computeIfAbsent(entity, key -> Collections.synchronizedList(new ArrayList<>()))
                .add(System.nanoTime());
    }

    /** Somebody who looks at the counters as they come. */
    Watcher watcher() {
        return new Watcher();
    }

    /** One who sees takes, and how late. */
    final class Watcher {

        private final Map<String, Integer> seen = new HashMap<>();
        private final List<Long> lags = new ArrayList<>();
        private int updates;

        /** Notes that an entity's counter stands at so many thousandths by now. */
        synchronized void sees(String entity, long counterMilli, long nowNanos) {
            updates++;
            int upTo = (int) (counterMilli / MILLI);
            List<Long> times = granted.getOrDefault(entity, List.of());
            for (int i = seen.getOrDefault(entity, 0); i < upTo; i++) {
                lags.add(i < times.size() ? Math.max(0, TimeUnit.NANOSECONDS.toMillis(nowNanos - times.get(i))) : 0);
            }
            seen.merge(entity, upTo, Math::max);
        }

        synchronized void forget() {
            lags.clear();
            updates = 0;
        }

        synchronized int updates() {
            return updates;
        }

        /** How many milliseconds late this part of the takes was seen at most. */
        synchronized long lagMillis(double part) {
            if (lags.isEmpty()) {
                throw new IllegalStateException("no take was seen");
            }
            List<Long> sorted = new ArrayList<>(lags);
            Collections.sort(sorted);
            return sorted.get((int) Math.min(sorted.size() - 1L, (long) (sorted.size() * part)));
        }
    }
}
