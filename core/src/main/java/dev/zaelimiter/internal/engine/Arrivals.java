package dev.zaelimiter.internal.engine;

import java.util.HashMap;
import java.util.Map;

/**
 * What those ask who are on their way into one of several shards and would wait there: its last image does not show them yet.
 * Safe for use by many threads.
 */
final class Arrivals {

    private final Map<String, Long> coming = new HashMap<>();
    private volatile boolean any;

    void came(Takes takes) {
        add(takes, 1);
    }

    void left(Takes takes) {
        add(takes, -1);
    }

    private synchronized void add(Takes takes, int sign) {
        for (int k = 0; k < takes.names().length; k++) {
            long sum = coming.getOrDefault(takes.names()[k], 0L) + sign * takes.amounts()[k];
            if (sum <= 0) {
                coming.remove(takes.names()[k]);
            } else {
                coming.put(takes.names()[k], sum);
            }
        }
        any = !coming.isEmpty();
    }

    /** Of one limit, in millitokens. */
    long of(String limit) {
        if (!any) {
            return 0;
        }
        synchronized (this) {
            return coming.getOrDefault(limit, 0L);
        }
    }
}
