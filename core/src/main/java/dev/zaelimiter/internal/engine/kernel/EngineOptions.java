package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * How an engine behaves; checked by the builder that makes it.
 *
 * @param deadlineNanos how long an acquire waits for the store
 * @param configTtlNanos how long a stored limit is taken as read
 * @param refusalFreshnessNanos how old an image may be to refuse from
 * @param ttlMultiplier times the slowest time to full until an unused bucket may vanish; 0 for never
 * @param onUnavailable what to do without an answer, where nobody says otherwise
 * @param callbacks where futures complete, or null for the thread that brought the answer
 * @param listener hears what happens
 * @param hotBuckets the most buckets that are ready to be used, of those remembered
 * @param maxBuckets the most buckets remembered
 * @param maxConfigs the most levels cached
 * @param creditLingerNanos how long a give-back may wait for company where answers take time
 * @param withPython whether clients of the Python system work on the same store, as far as is known
 */
public record EngineOptions(
        long deadlineNanos,
        long configTtlNanos,
        long refusalFreshnessNanos,
        int ttlMultiplier,
        OnUnavailable onUnavailable,
        @Nullable Executor callbacks,
        LimiterListener listener,
        long hotBuckets,
        long maxBuckets,
        long maxConfigs,
        long creditLingerNanos,
        boolean withPython) {}
