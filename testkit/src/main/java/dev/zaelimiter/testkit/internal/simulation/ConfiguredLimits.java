package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which limits are configured by the operator, and which ever were. */
final class ConfiguredLimits {

    private final Map<String, Integer> epochs = new HashMap<>();
    private final Map<String, Long> sinceNanos = new HashMap<>();
    private final Set<String> now = new TreeSet<>();
    private final Set<String> removed = new TreeSet<>();
    /** Those that were removed later than at the instant at which they were stored. */
    private final Set<String> lasted = new TreeSet<>();

    /** The stored configuration has changed: these are the limits now. */
    void changed(Set<String> limits, long nowNanos) {
        for (String limit : limits) {
            if (!now.contains(limit)) {
                epochs.merge(limit, 1, Integer::sum);
                sinceNanos.put(limit, nowNanos);
            }
        }
        now.stream()
                .filter(limit -> sinceNanos.getOrDefault(limit, 0L) < nowNanos)
                .forEach(lasted::add);
        removed.addAll(now);
        removed.removeAll(limits);
        now.clear();
        now.addAll(limits);
    }

    boolean contains(String limit) {
        return now.contains(limit);
    }

    /**
     * Whether a limit was configured once, and is no more: a process that has not heard of it may make it anew, full.
     */
    boolean isRemoved(String limit) {
        return removed.contains(limit);
    }

    /** Whether anybody can have seen that a limit is configured. */
    boolean mayBeKnown(String limit) {
        return now.contains(limit) || lasted.contains(limit);
    }

    /** Whether a limit is configured, and was never removed. */
    boolean isAlways(String limit) {
        return now.contains(limit) && epoch(limit) == 1;
    }

    /**
     * Whether somebody may take a limit for removed who knows no more than what was stored at an instant: it is, or it
     * was until then, and has been stored again since.
     */
    boolean mayBeTakenForRemoved(String limit, long knownNanos) {
        return isRemoved(limit)
                || (now.contains(limit) && !isAlways(limit) && sinceNanos.getOrDefault(limit, 0L) > knownNanos);
    }

    /** Whether a limit is configured, and was not yet at an instant. */
    boolean isStoredSince(String limit, long nanos) {
        return now.contains(limit) && sinceNanos.getOrDefault(limit, 0L) > nanos;
    }

    /** How often a limit has begun to be. */
    int epoch(String limit) {
        return epochs.getOrDefault(limit, 1);
    }
}
