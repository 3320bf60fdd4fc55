package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.benchmarks.BenchTables;
import dev.zaelimiter.benchmarks.Callers;
import dev.zaelimiter.benchmarks.Peer;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import io.github.bucket4j.Bucket;
import io.github.resilience4j.ratelimiter.RateLimiter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** How many acquires a second do so many callers get from one bucket? On a table, and in memory. */
final class Throughput {

    private static final int CALLS_A_SECOND = 300;

    private final Extent extent;
    private final Attempts attempts;

    Throughput(Extent extent, Attempts attempts) {
        this.extent = extent;
        this.attempts = attempts;
    }

    Map<String, Object> onTable() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("callers", list(extent.callers()));
        attempts.put(figures, "throughput", Contender.OURS, this::ours);
        attempts.put(figures, "throughput", Contender.PYTHON, this::python);
        attempts.put(figures, "throughput", Contender.BARE, this::bare);
        return figures;
    }

    Map<String, Object> inMemory() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("threads", list(extent.threads()));
        attempts.put(figures, "throughput", Contender.MEMORY, this::memory);
        attempts.put(figures, "throughput", Contender.BUCKET4J, () -> {
            Bucket bucket = Workload.endlessBucket4j();
            return threads(() -> require(bucket.tryConsume(1)));
        });
        attempts.put(figures, "throughput", Contender.RESILIENCE4J, () -> {
            RateLimiter limiter = Workload.endlessResilience4j();
            return threads(() -> require(limiter.acquirePermission()));
        });
        return figures;
    }

    private static List<Integer> list(int[] numbers) {
        return IntStream.of(numbers).boxed().toList();
    }

    private List<Double> ours() throws InterruptedException {
        try (LimitRepository repository = BenchTables.builder(Workload.endlessTable())
                .settings(RepositoryBuilder::inlineCallbacks)
                .connect()) {
            return callers(count -> Callers.futures(
                    count, extent.seconds(), repository.asyncRateLimiter(), List.of(Workload.request("key"))));
        }
    }

    private List<Double> bare() throws InterruptedException {
        try (DynamoDbAsyncClient client = BenchTables.client(null)) {
            BareBucket bucket = new BareBucket(BareBucket.newTable(), client);
            bucket.fillEndlessly("key");
            return callers(count -> Callers.calls(
                    count, extent.seconds(), caller -> bucket.take("key").thenAccept(Throughput::require)));
        }
    }

    private interface Measured {
        double of(int callers) throws InterruptedException;
    }

    private List<Double> callers(Measured measured) throws InterruptedException {
        // With many callers ours makes few writes: the way to the store is warm only once one caller has used it for a
        // while.
        for (int count : new int[] {32, 1}) {
            double unused = measured.of(count);
        }
        List<Double> rates = new ArrayList<>();
        for (int count : extent.callers()) {
            rates.add(measured.of(count));
        }
        return rates;
    }

    private List<Double> python() throws Exception {
        List<Double> rates = new ArrayList<>();
        for (int count : extent.callers()) {
            int calls = Math.max(2 * count, (int) (CALLS_A_SECOND * extent.seconds()));
            rates.add(Peer.figure(
                    Peer.run(
                            "load.py",
                            BenchTables.ENDPOINT.toString(),
                            Integer.toString(count),
                            Integer.toString(calls),
                            "0"),
                    "per_second"));
        }
        return rates;
    }

    private List<Double> memory() throws InterruptedException {
        try (LimitRepository repository = EmbeddedRepository.inMemory()) {
            Workload.endless(repository);
            var request = Workload.request("key");
            return threads(() -> repository.rateLimiter().acquire(request).keep());
        }
    }

    private List<Double> threads(Runnable take) throws InterruptedException {
        double unused = Callers.threads(8, extent.seconds(), take);
        List<Double> rates = new ArrayList<>();
        for (int count : extent.threads()) {
            rates.add(Callers.threads(count, extent.seconds() / 2, take));
        }
        return rates;
    }

    private static void require(boolean granted) {
        if (!granted) {
            throw new IllegalStateException("refused by a limit that never runs out");
        }
    }
}
