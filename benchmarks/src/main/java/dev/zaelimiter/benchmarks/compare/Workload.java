package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.benchmarks.BenchTables;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;

/** What everybody is asked: one request and a hundred tokens, of a bucket with two limits. */
final class Workload {

    static final String RESOURCE = "gpt-4";
    private static final long ENDLESS = 1_000_000_000_000L;
    private static final Duration NEVER = Duration.ofDays(365);

    private Workload() {}

    static AcquireRequest request(String entity) {
        return AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take("rpm", 1)
                .take("tpm", 100)
                .build();
    }

    /** Limits that never run out. */
    static void endless(LimitRepository repository) {
        repository
                .limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.custom("rpm", ENDLESS, 1, Duration.ofDays(1)),
                        Limit.custom("tpm", ENDLESS, 1, Duration.ofDays(1)));
    }

    /** A limit of so many tokens, which do not come back; beside one that does not run out. */
    static void once(LimitRepository repository, long tokens) {
        repository
                .limits()
                .setResourceDefaults(
                        RESOURCE,
                        Limit.custom("rpm", tokens, 1, NEVER),
                        Limit.custom("tpm", ENDLESS, 1, Duration.ofDays(1)));
    }

    /** A table of ours with limits that never run out. */
    static String endlessTable() {
        String table = BenchTables.ours();
        try (LimitRepository repository = BenchTables.builder(table).connect()) {
            endless(repository);
        }
        return table;
    }

    static Bucket bucket4j(long tokens) {
        return Bucket.builder()
                .addLimit(limit -> limit.capacity(tokens).refillGreedy(1, NEVER))
                .addLimit(limit -> limit.capacity(ENDLESS).refillGreedy(1, Duration.ofDays(1)))
                .build();
    }

    static Bucket endlessBucket4j() {
        return bucket4j(ENDLESS);
    }

    static RateLimiter resilience4j(int tokens) {
        return RateLimiter.of(
                "key",
                RateLimiterConfig.custom()
                        .limitForPeriod(tokens)
                        .limitRefreshPeriod(NEVER)
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    static RateLimiter endlessResilience4j() {
        return RateLimiter.of(
                "key",
                RateLimiterConfig.custom()
                        .limitForPeriod(Integer.MAX_VALUE)
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }
}
