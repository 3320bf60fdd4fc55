package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.micrometer.LimiterMetrics;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
 * How many acquires of two limits does a process take from its memory, in each of the ways in which services ask? Beside each row
 * Bucket4j does the same work with two bandwidths, as far as it can: it takes one amount from both. Resilience4j knows one limit.
 * Nothing is ever exhausted. Run by {@link EmbeddedBench}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EmbeddedBenchmark {

    /** More than any run can take, with a refill that is slower than the takes: the bucket is neither full nor empty. */
    private static final long PLENTY = 1_000_000_000_000_000L;

    private static final long PER_MINUTE = 1_000_000;
    private static final int MANY_KEYS = 10_000;

    private final AcquireRequest request = request("key", 50);
    private final AcquireRequest[] requests = requests(64, i -> request("key", 50 + i));
    private final AcquireRequest[] keys = requests(MANY_KEYS, i -> request("key-" + i, 50));
    private final Map<String, Bucket> buckets = new ConcurrentHashMap<>();

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final RateLimiter ours = repository.rateLimiter();
    private final LimitRepository heardRepository =
            EmbeddedRepository.builder().listener(new LimiterListener() {}).build();
    private final RateLimiter heard = heardRepository.rateLimiter();
    private final LimiterMetrics metrics = LimiterMetrics.builder().build();
    private final LimitRepository watchedRepository =
            EmbeddedRepository.builder().listener(metrics).build();
    private final RateLimiter watched = watchedRepository.rateLimiter();
    private final Bucket bucket4j = bucket();
    private final io.github.resilience4j.ratelimiter.RateLimiter resilience4j =
            io.github.resilience4j.ratelimiter.RateLimiter.of(
                    "key",
                    RateLimiterConfig.custom()
                            .limitForPeriod(Integer.MAX_VALUE)
                            .limitRefreshPeriod(Duration.ofMillis(100))
                            .timeoutDuration(Duration.ZERO)
                            .build());

    /** Where a thread is in its turn over requests and keys. */
    @State(Scope.Thread)
    public static class Turn {
        private int next;

        int next(int count) {
            next = next + 1 < count ? next + 1 : 0;
            return next;
        }
    }

    private interface Numbered {
        AcquireRequest of(int i);
    }

    private static AcquireRequest[] requests(int count, Numbered numbered) {
        AcquireRequest[] requests = new AcquireRequest[count];
        for (int i = 0; i < count; i++) {
            requests[i] = numbered.of(i);
        }
        return requests;
    }

    private static AcquireRequest request(String entity, long tokens) {
        return AcquireRequest.entity(entity)
                .resource("gpt-4")
                .take("rpm", 1)
                .take("tpm", tokens)
                .build();
    }

    private static Bucket bucket() {
        return Bucket.builder()
                .addLimit(bandwidth(PER_MINUTE))
                .addLimit(bandwidth(50 * PER_MINUTE))
                .build();
    }

    private static Bandwidth bandwidth(long perMinute) {
        return Bandwidth.builder()
                .capacity(PLENTY)
                .refillGreedy(perMinute, Duration.ofMinutes(1))
                .build();
    }

    /** Stores the limits. */
    @Setup
    public void setUp() {
        for (LimitRepository each : new LimitRepository[] {repository, heardRepository, watchedRepository}) {
            each.limits()
                    .setResourceDefaults(
                            "gpt-4",
                            Limit.perMinute("rpm", PER_MINUTE).burst(PLENTY),
                            Limit.perMinute("tpm", 50 * PER_MINUTE).burst(PLENTY));
        }
        metrics.bindTo(new SimpleMeterRegistry(), watchedRepository);
    }

    /** Closes the repositories. */
    @TearDown
    public void tearDown() {
        repository.close();
        heardRepository.close();
        watchedRepository.close();
    }

    /**
     * The very same request each time.
     *
     * @return granted
     */
    @Benchmark
    public Decision ours() {
        return ours.tryAcquire(request);
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
     * 64 requests of different amounts, in turn.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOf64(Turn turn) {
        return ours.tryAcquire(requests[turn.next(requests.length)]);
    }

    /**
     * Amounts that change.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean bucket4jOf64(Turn turn) {
        return bucket4j.tryConsume(50 + turn.next(requests.length));
    }

    /**
     * A request that is built for each call.
     *
     * @return granted
     */
    @Benchmark
    public Decision oursBuilt() {
        return ours.tryAcquire(request("key", 50));
    }

    /** Acquired, settled to what was really used, closed. */
    @Benchmark
    public void oursSettled() {
        try (Lease lease = ours.acquire(request)) {
            lease.settle("tpm", 42);
        }
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
     * The same request, with a listener that does nothing.
     *
     * @return granted
     */
    @Benchmark
    public Decision oursHeard() {
        return heard.tryAcquire(request);
    }

    /**
     * The same request, with metrics.
     *
     * @return granted
     */
    @Benchmark
    public Decision oursWithMetrics() {
        return watched.tryAcquire(request);
    }

    /**
     * The same for 64 requests.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOf64Heard(Turn turn) {
        return heard.tryAcquire(requests[turn.next(requests.length)]);
    }

    /**
     * 256 keys in turn.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOn256(Turn turn) {
        return ours.tryAcquire(keys[turn.next(256)]);
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
     * 10,000 keys in turn.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOn10000(Turn turn) {
        return ours.tryAcquire(keys[turn.next(MANY_KEYS)]);
    }

    /**
     * 10,000 buckets in a map.
     *
     * @param turn of the thread
     * @return true
     */
    @Benchmark
    public boolean bucket4jOn10000(Turn turn) {
        return ofKey(turn.next(MANY_KEYS)).tryConsume(1);
    }

    private Bucket ofKey(int i) {
        return buckets.computeIfAbsent(keys[i].entity(), key -> bucket());
    }
}
