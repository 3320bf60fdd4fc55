package dev.zaelimiter.internal.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Corrections of one bucket that wait to be written, summed up per limit: all of one direction. Belongs to the pipeline.
 */
final class Adjustment {

    private final Map<String, Long> amounts = new LinkedHashMap<>();
    private final List<Runnable> onSettled = new ArrayList<>();
    private int count;
    private long sinceNanos;

    /** Adds millitokens of a limit. */
    void add(String limit, long milli) {
        amounts.merge(limit, milli, Long::sum);
    }

    /** Counts one caller; it hears when its part is written or lost. */
    void count(Runnable settled, long nowNanos) {
        since(nowNanos);
        count++;
        onSettled.add(settled);
    }

    void addAll(Adjustment other) {
        if (!other.isEmpty()) {
            since(other.sinceNanos);
            other.amounts.forEach(this::add);
            onSettled.addAll(other.onSettled);
            count += other.count;
        }
    }

    private void since(long nanos) {
        sinceNanos = isEmpty() || nanos - sinceNanos < 0 ? nanos : sinceNanos;
    }

    /** Whether the oldest part has waited longer than a time. */
    boolean olderThan(long nanos, long nowNanos) {
        return !isEmpty() && nowNanos - sinceNanos > nanos;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        return count;
    }

    Map<String, Long> amounts() {
        return amounts;
    }

    void clear() {
        amounts.clear();
        onSettled.clear();
        count = 0;
    }

    void settled() {
        onSettled.forEach(Runnable::run);
    }
}
