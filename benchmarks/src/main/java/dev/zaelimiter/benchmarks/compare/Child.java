package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.benchmarks.BenchTables;
import dev.zaelimiter.embedded.EmbeddedRepository;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.github.resilience4j.ratelimiter.RateLimiterRegistry;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * A program of its own: takes one token, says so, and ends; or takes one of each of so many keys, and says what they
 * keep on the heap. Arguments: who, a table or -, how many keys.
 */
public final class Child {

    private static final int WARM_KEYS = 200;

    private Child() {}

    /**
     * Runs.
     *
     * @param args who, a table or -, how many keys; 1 ends after the first grant
     */
    public static void main(String[] args) {
        int keys = Integer.parseInt(args[2]);
        switch (Contender.of(args[0])) {
            case OURS -> ofRepository(BenchTables.builder(args[1]).connect(), keys);
            case MEMORY -> {
                LimitRepository repository = EmbeddedRepository.inMemory();
                Workload.endless(repository);
                ofRepository(repository, keys);
            }
            case BARE -> {
                try (DynamoDbAsyncClient client = BenchTables.client(null)) {
                    BareBucket bucket = new BareBucket(args[1], client);
                    measure(client, keys, key -> require(bucket.take(key).join()));
                }
            }
            case BUCKET4J -> {
                Map<String, Bucket> buckets = new ConcurrentHashMap<>();
                measure(
                        buckets,
                        keys,
                        key -> require(buckets.computeIfAbsent(key, each -> Workload.endlessBucket4j())
                                .tryConsume(1)));
            }
            case RESILIENCE4J -> {
                RateLimiterRegistry registry = RateLimiterRegistry.of(RateLimiterConfig.custom()
                        .limitForPeriod(Integer.MAX_VALUE)
                        .limitRefreshPeriod(Duration.ofMillis(100))
                        .timeoutDuration(Duration.ZERO)
                        .build());
                measure(registry, keys, key -> require(registry.rateLimiter(key).acquirePermission()));
            }
            case PYTHON -> throw new IllegalArgumentException("runs in Python");
        }
        System.exit(0);
    }

    private static void ofRepository(LimitRepository repository, int keys) {
        measure(
                repository,
                keys,
                key -> repository.rateLimiter().acquire(Workload.request(key)).keep());
    }

    private static void measure(Object held, int keys, Consumer<String> take) {
        try {
            take.accept("first");
            System.out.println("granted 1");
            System.out.flush();
            if (keys > 1) {
                tellHeap(keys, take);
            }
        } finally {
            Reference.reachabilityFence(held);
        }
    }

    private static void tellHeap(int keys, Consumer<String> take) {
        for (int i = 0; i < WARM_KEYS; i++) {
            take.accept("warm-" + i);
        }
        long before = used();
        for (int i = 0; i < keys; i++) {
            take.accept("key-" + i);
        }
        System.out.println("bytes " + (double) (used() - before) / keys);
        System.out.flush();
    }

    private static long used() {
        long used = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            used = Math.min(
                    used,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return used;
    }

    private static void require(boolean granted) {
        if (!granted) {
            throw new IllegalStateException("refused");
        }
    }
}
