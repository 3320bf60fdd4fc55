package dev.zaelimiter.testkit.internal.simulation;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What went back since somebody last came to ask for it. Of the last tokens of a child and its parent one process may
 * take the child's and another one the parent's: both are refused and give back, and those who come in between are
 * refused by the one while the other has its tokens again. Then nobody is left to take either.
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

    /** To all buckets, in millitokens: what is missing in one keeps a request from taking it in the other. */
    long of(String limit) {
        return byBucket.values().stream()
                .mapToLong(returned -> returned.getOrDefault(limit, 0L))
                .sum();
    }
}
