package dev.zaelimiter.internal.engine.pipeline;

import dev.zaelimiter.internal.engine.planning.TakeRequest;
import java.util.HashMap;
import java.util.Map;

/**
 * What those ask who are on their way into one of several shards and would wait there: its last image does not show them yet.
 * Safe for use by many threads.
 */
public final class IncomingTakes {

    private final Map<String, Long> coming = new HashMap<>();
    private volatile boolean any;

    public void came(TakeRequest take) {
        add(take, 1);
    }

    public void left(TakeRequest take) {
        add(take, -1);
    }

    private synchronized void add(TakeRequest take, int sign) {
        for (int k = 0; k < take.names().length; k++) {
            long sum = coming.getOrDefault(take.names()[k], 0L) + sign * take.amounts()[k];
            if (sum <= 0) {
                coming.remove(take.names()[k]);
            } else {
                coming.put(take.names()[k], sum);
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
