package dev.zaelimiter;

import java.time.Instant;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What an entity consumed on a resource in one window.
 *
 * @param entity who
 * @param resource on what
 * @param window how long
 * @param start when the window began
 * @param limits by name of the limit, in order of the names
 * @param events how many changes of counters it sums up: a take of two limits makes two
 */
public record UsageRecord(
        String entity,
        String resource,
        UsageWindow window,
        Instant start,
        Map<String, LimitUsage> limits,
        long events) {

    /** Copies the map. */
    public UsageRecord {
        limits = Collections.unmodifiableMap(new TreeMap<>(limits));
    }

    /**
     * When the window ended, or will.
     *
     * @return the first instant after it
     */
    public Instant end() {
        return window.end(start);
    }

    /**
     * What was consumed of a limit.
     *
     * @param limit its name
     * @return nothing if the limit is not among {@link #limits}
     */
    public UsageAmount consumed(String limit) {
        return limits.getOrDefault(limit, LimitUsage.NONE).consumed();
    }
}
