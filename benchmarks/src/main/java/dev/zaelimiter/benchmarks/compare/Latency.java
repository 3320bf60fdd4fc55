package dev.zaelimiter.benchmarks.compare;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.benchmarks.BenchTables;
import dev.zaelimiter.benchmarks.Peer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** How long does a caller wait? One alone, and each of 32 on one bucket; percentiles 0 to 100 in milliseconds. */
final class Latency {

    private static final int BUSY = 32;
    private static final int WARM_UP = 4000;
    private static final int LESS = 10;

    private final Extent extent;
    private final Attempts attempts;

    Latency(Extent extent, Attempts attempts) {
        this.extent = extent;
        this.attempts = attempts;
    }

    Map<String, Object> measure() {
        Map<String, Object> figures = new LinkedHashMap<>();
        attempts.put(figures, "latency", Contender.OURS, this::ours);
        attempts.put(figures, "latency", Contender.PYTHON, this::python);
        attempts.put(figures, "latency", Contender.BARE, this::bare);
        return figures;
    }

    private Map<String, Object> ours() throws InterruptedException {
        try (LimitRepository repository =
                BenchTables.builder(Workload.endlessTable()).connect()) {
            AcquireRequest request = Workload.request("key");
            return of(() -> repository.rateLimiter().acquire(request).keep());
        }
    }

    private Map<String, Object> bare() throws InterruptedException {
        try (DynamoDbAsyncClient client = BenchTables.client(null)) {
            BareBucket bucket = new BareBucket(BareBucket.newTable(), client);
            bucket.fillEndlessly("key");
            return of(() -> bucket.take("key").join());
        }
    }

    private Map<String, Object> python() throws Exception {
        Map<String, List<Double>> figures = Peer.run(
                "load.py",
                BenchTables.ENDPOINT.toString(),
                Integer.toString(BUSY),
                Integer.toString(extent.samples() / 2),
                Integer.toString(extent.samples() / LESS));
        return new TreeMap<>(Map.of("alone", figures.get("alone_ms"), "busy", figures.get("busy_ms")));
    }

    private Map<String, Object> of(Runnable call) throws InterruptedException {
        times(1, extent.quick() ? WARM_UP / LESS : WARM_UP, call);
        long[] alone = times(1, extent.samples(), call);
        times(BUSY, extent.samples() / BUSY, call);
        long[] busy = times(BUSY, Math.max(10, extent.samples() / LESS), call);
        return new TreeMap<>(Map.of("alone", percentiles(alone), "busy", percentiles(busy)));
    }

    private static long[] times(int callers, int each, Runnable call) throws InterruptedException {
        long[] nanos = new long[callers * each];
        CountDownLatch done = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            int first = i * each;
            Thread thread = new Thread(() -> {
                for (int j = 0; j < each; j++) {
                    long start = System.nanoTime();
                    call.run();
                    nanos[first + j] = System.nanoTime() - start;
                }
                done.countDown();
            });
            thread.setDaemon(true);
            thread.start();
        }
        if (!done.await(2, TimeUnit.MINUTES)) {
            throw new IllegalStateException("callers hang, or one of their calls failed");
        }
        Arrays.sort(nanos);
        return nanos;
    }

    private static List<Double> percentiles(long[] sorted) {
        List<Double> millis = new ArrayList<>();
        for (int i = 0; i <= 100; i++) {
            millis.add(sorted[(int) Math.min(sorted.length - 1L, (long) sorted.length * i / 100)] / 1e6);
        }
        return millis;
    }
}
