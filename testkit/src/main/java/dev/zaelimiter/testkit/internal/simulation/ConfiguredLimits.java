package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which limits are configured by the operator, and which ever were. */
final class ConfiguredLimits {

    private final Map<String, Integer> epochs = new HashMap<>();
    private final Set<String> now = new TreeSet<>();
    private final Set<String> removed = new TreeSet<>();

    /** The stored configuration has changed: these are the limits now. */
    void changed(Set<String> limits) {
        for (String limit : limits) {
            if (!now.contains(limit)) {
                epochs.merge(limit, 1, Integer::sum);
            }
        }
        removed.addAll(now);
        removed.removeAll(limits);
        now.clear();
        now.addAll(limits);
    }

    boolean contains(String limit) {
        return now.contains(limit);
    }

    /** Whether a limit was configured once, and is no more: a process that has not heard of it may make it anew, full. */
    boolean isRemoved(String limit) {
        return removed.contains(limit);
    }

    /** Whether a limit is configured, and was never removed. */
    boolean isAlways(String limit) {
        return now.contains(limit) && epoch(limit) == 1;
    }

    /** How often a limit has begun to be. */
    int epoch(String limit) {
        return epochs.getOrDefault(limit, 1);
    }
}
