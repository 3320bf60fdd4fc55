package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What went back to each bucket since somebody last came to ask there. Of the last tokens of a child and its parent one
 * process may take the child's and another one the parent's: both are refused, and both give back, when nobody is left
 * to take it.
 */
final class LateReturns {

    private final Map<String, Map<String, Long>> byBucket = new HashMap<>();

    void asked(Asked asked) {
        byBucket.keySet().removeAll(asked.buckets);
    }

    void landed(String bucket, @Nullable StoredBucket before, StoredBucket after) {
        if (before == null) {
            return;
        }
        after.limits().forEach((limit, state) -> {
            StoredBucket.LimitView was = before.limits().get(limit);
            if (was != null && state.tc() < was.tc()) {
                byBucket.computeIfAbsent(bucket, any -> new HashMap<>()).merge(limit, was.tc() - state.tc(), Long::sum);
            }
        });
    }

    /** In millitokens. */
    long of(String bucket, String limit) {
        return byBucket.getOrDefault(bucket, Map.of()).getOrDefault(limit, 0L);
    }
}
