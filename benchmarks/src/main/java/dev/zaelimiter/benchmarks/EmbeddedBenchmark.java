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
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
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
 * How many acquires of two limits does a process take from its memory, in each of the ways in which services ask?
 * Nothing is ever exhausted. On many keys a bucket gains more than is taken, and is full each time: as most buckets of
 * a service are. {@link LocalBenchmark} is what local limiters do beside it. Run by {@link EmbeddedBench}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class EmbeddedBenchmark {

    /**
     * More than any run can take, with a refill that is slower than the takes: the bucket is neither full nor empty.
     */
    static final long PLENTY = 1_000_000_000_000_000L;

    static final long PER_MINUTE = 1_000_000;
    static final int MANY_KEYS = 10_000;

    private final AcquireRequest request = request("key", 50);
    private final AcquireRequest[] requests = requests(64, i -> request("key", 50 + i));
    private final AcquireRequest[] keys = requests(MANY_KEYS, i -> request("key-" + i, 50));

    private final LimitRepository repository = EmbeddedRepository.inMemory();
    private final RateLimiter ours = repository.rateLimiter();
    private final LimitRepository heardRepository =
            EmbeddedRepository.builder().listener(new LimiterListener() {}).build();
    private final RateLimiter heard = heardRepository.rateLimiter();
    private final LimiterMetrics metrics = LimiterMetrics.builder().build();
    private final LimitRepository watchedRepository =
            EmbeddedRepository.builder().listener(metrics).build();
    private final RateLimiter watched = watchedRepository.rateLimiter();

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
     * A request that is built for each call, with a listener that does nothing.
     *
     * @return granted
     */
    @Benchmark
    public Decision oursBuiltHeard() {
        return heard.tryAcquire(request("key", 50));
    }

    /** Acquired, settled, closed, with a listener that does nothing. */
    @Benchmark
    public void oursSettledHeard() {
        try (Lease lease = heard.acquire(request)) {
            lease.settle("tpm", 42);
        }
    }

    /**
     * 256 keys in turn, with a listener that does nothing.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOn256Heard(Turn turn) {
        return heard.tryAcquire(keys[turn.next(256)]);
    }

    /**
     * 10,000 keys in turn, with a listener that does nothing.
     *
     * @param turn of the thread
     * @return granted
     */
    @Benchmark
    public Decision oursOn10000Heard(Turn turn) {
        return heard.tryAcquire(keys[turn.next(MANY_KEYS)]);
    }
}
