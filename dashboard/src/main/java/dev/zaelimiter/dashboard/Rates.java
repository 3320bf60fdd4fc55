package dev.zaelimiter.dashboard;

import dev.zaelimiter.Environment;
import dev.zaelimiter.admin.capacity.BucketView;
import dev.zaelimiter.admin.capacity.LimitView;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What buckets have consumed from one reading to the next, a second. For one thread at a time. */
final class Rates {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Environment environment;
    private Map<String, Long> before = new HashMap<>();
    private Map<String, Long> now = new HashMap<>();
    private @Nullable Long beforeNanos;
    private long nowNanos;

    Rates(Environment environment) {
        this.environment = environment;
    }

    /** A reading begins. */
    void begin() {
        now = new HashMap<>();
        nowNanos = environment.monotonicNanos();
    }

    /** Tokens a second since the reading before; null at the first one, and at one in the same instant. */
    @Nullable
    Double of(BucketView bucket, LimitView limit) {
        String key =
                bucket.entity() + '#' + bucket.resource() + '#' + limit.limit().name();
        now.put(key, limit.consumed());
        if (beforeNanos == null || nowNanos <= beforeNanos) {
            return null;
        }
        // A bucket that was not there before had consumed nothing.
        long more = LimitView.consumedBetween(before.getOrDefault(key, 0L), limit.consumed());
        return more / ((nowNanos - beforeNanos) / NANOS_PER_SECOND);
    }

    /** A reading is through. One that fails midway counts for nothing. */
    void end() {
        before = now;
        beforeNanos = nowNanos;
    }
}
