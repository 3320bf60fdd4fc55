package dev.zaelimiter.benchmarks;

import dev.zaelimiter.benchmarks.EmbeddedBenchmark.Turn;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * What local limiters do of the work of {@link EmbeddedBenchmark}, as far as they can: Bucket4j takes one amount from
 * two bandwidths, Resilience4j knows one limit.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class LocalBenchmark {

    private static final int REQUESTS = 64;

    private final String[] keys = new String[EmbeddedBenchmark.MANY_KEYS];
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();
    private final Map<String, RateLimiter> limiters = new ConcurrentHashMap<>();
    private final Bucket bucket4j = bucket();
    private final RateLimiter resilience4j = limiter("key");

    /** Names the keys. */
    public LocalBenchmark() {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = "key-" + i;
        }
    }

    private static Bucket bucket() {
        return Bucket.builder()
                .addLimit(bandwidth(EmbeddedBenchmark.PER_MINUTE))
                .addLimit(bandwidth(50 * EmbeddedBenchmark.PER_MINUTE))
                .build();
    }

    private static Bandwidth bandwidth(long perMinute) {
        return Bandwidth.builder()
                .capacity(EmbeddedBenchmark.PLENTY)
                .refillGreedy(perMinute, Duration.ofMinutes(1))
                .build();
    }

    private static RateLimiter limiter(String name) {
        return RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(Integer.MAX_VALUE)
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    private Bucket ofKey(int i) {
        return buckets.computeIfAbsent(keys[i], key -> bucket());
    }

    private RateLimiter limiterOf(int i) {
        return limiters.computeIfAbsent(keys[i], LocalBenchmark::limiter);
    }

    /**
     * Bucket4j: one amount from two bandwidths.
     *
     * @return true
     */
    @Benchmark
    public boolean bucket4j() {
        return bucket4j.tryConsume(1);
    }

    /**
     * Resilience4j: one limit.
     *
     * @return true
     */
    @Benchmark
    public boolean resilience4j() {
        return resilience4j.acquirePermission();
    }

    /**
     * Amounts that change.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean bucket4jOf64(Turn turn) {
        return bucket4j.tryConsume(50 + turn.next(REQUESTS));
    }

    /**
     * Taken, and what was not used given back.
     *
     * @return true
     */
    @Benchmark
    public boolean bucket4jSettled() {
        boolean taken = bucket4j.tryConsume(50);
        bucket4j.addTokens(8);
        return taken;
    }

    /**
     * 256 buckets in a map.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean bucket4jOn256(Turn turn) {
        return ofKey(turn.next(256)).tryConsume(1);
    }

    /**
     * 10,000 buckets in a map.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean bucket4jOn10000(Turn turn) {
        return ofKey(turn.next(EmbeddedBenchmark.MANY_KEYS)).tryConsume(1);
    }

    /**
     * Resilience4j: one limit, amounts that change.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean resilience4jOf64(Turn turn) {
        return resilience4j.acquirePermission(50 + turn.next(REQUESTS));
    }

    /**
     * Resilience4j: 256 keys in a map, one limit each.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean resilience4jOn256(Turn turn) {
        return limiterOf(turn.next(256)).acquirePermission();
    }

    /**
     * Resilience4j: 10,000 keys in a map, one limit each.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean resilience4jOn10000(Turn turn) {
        return limiterOf(turn.next(EmbeddedBenchmark.MANY_KEYS)).acquirePermission();
    }
}
