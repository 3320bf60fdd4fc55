package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.micrometer.LimiterMetrics;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How many acquires per second does one bucket with two limits take, in memory? Compared with Bucket4j (two bandwidths)
 * and Resilience4j (which knows one limit only), all never exhausted. Run by {@link EmbeddedBench}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EmbeddedBenchmark {

    /** More than any run can take, with a refill that is slower than the takes: the bucket is neither full nor empty. */
    private static final long PLENTY = 1_000_000_000_000_000L;

    private static final long PER_MINUTE = 1_000_000;

    private final AcquireRequest request = AcquireRequest.entity("key")
            .resource("gpt-4")
            .take("rpm", 1)
            .take("tpm", 50)
            .build();
    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final RateLimiter ours = repository.rateLimiter();
    private final LimiterMetrics metrics = LimiterMetrics.builder().build();
    private final LimitRepository watched =
            EmbeddedRepository.builder().listener(metrics).build();
    private final RateLimiter oursWithMetrics = watched.rateLimiter();
    private final Bucket bucket4j = Bucket.builder()
            .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PER_MINUTE, Duration.ofMinutes(1)))
            .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(50 * PER_MINUTE, Duration.ofMinutes(1)))
            .build();
    private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            io.github.resilience4j.ratelimiter.RateLimiter.of(
                    "key",
                    RateLimiterConfig.custom()
                            .limitForPeriod(Integer.MAX_VALUE)
                            .limitRefreshPeriod(Duration.ofMillis(100))
                            .timeoutDuration(Duration.ZERO)
                            .build());

    /** Stores the limits. */
    @Setup
    public void setUp() {
        for (LimitRepository one : new LimitRepository[] {repository, watched}) {
            one.limits()
                    .setResourceDefaults(
                            "gpt-4",
                            Limit.perMinute("rpm", PER_MINUTE).burst(PLENTY),
                            Limit.perMinute("tpm", 50 * PER_MINUTE).burst(PLENTY));
        }
        metrics.bindTo(new SimpleMeterRegistry(), watched);
    }

    /** Closes the repositories. */
    @TearDown
    public void tearDown() {
        repository.close();
        watched.close();
    }

    /**
     * Ours.
     *
     * @return granted
     */
    @Benchmark
    public Decision ours() {
        return ours.tryAcquire(request);
    }

    /**
     * Ours, where metrics listen.
     *
     * @return granted
     */
    @Benchmark
    public Decision oursWithMetrics() {
        return oursWithMetrics.tryAcquire(request);
    }

    /**
     * Bucket4j, local.
     *
     * @return true
     */
    @Benchmark
    public boolean bucket4j() {
        return bucket4j.tryConsume(1);
    }

    /**
     * Resilience4j.
     *
     * @return true
     */
    @Benchmark
    public boolean resilience4j() {
        return resilience4j.acquirePermission();
    }
}
