package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * How much longer does a warm acquire take than the very request that it sends, through the same client? One caller,
 * and eight on eight buckets; the two ways in turn, so that both meet the same moments. Target: 1.05 at the median.
 */
final class OverheadBench {

    /** Calls of each kind before their times count: what is measured is a service that has been up for a while. */
    private static final int WARM_UP = 10_000;

    private OverheadBench() {}

    static Result run(String[] arguments) throws InterruptedException {
        int samples = arguments.length == 0 ? 4000 : Integer.parseInt(arguments[0]);
        Result result = new Result();
        Sniffer sniffer = new Sniffer();
        String table = BenchTables.ours();
        System.out.printf(
                "%-10s %14s %14s %14s %14s%n", "callers", "acquire p50", "bare p50", "acquire p99", "bare p99");
        try (DynamoDbAsyncClient client = BenchTables.client(sniffer);
                LimitRepository repository =
                        BenchTables.builder(table).client(client).open()) {
            // Large and slow: no write is pinned to the moment before it, so the bare one may be sent again and again.
            repository.limits().setResourceDefaults("gpt-4", endless("rpm"), endless("tpm"));
            for (int callers : new int[] {1, 8}) {
                long[][] times = measure(repository, client, sniffer, callers, samples / callers);
                double ratio = (double) at(times[0], 0.5) / at(times[1], 0.5);
                result.put("p50_ratio_" + callers, ratio);
                result.put("p99_ratio_" + callers, (double) at(times[0], 0.99) / at(times[1], 0.99));
                System.out.printf(
                        "%-10d %11.3f ms %11.3f ms %11.3f ms %11.3f ms%n",
                        callers,
                        at(times[0], 0.5) / 1e6,
                        at(times[1], 0.5) / 1e6,
                        at(times[0], 0.99) / 1e6,
                        at(times[1], 0.99) / 1e6);
            }
        }
        return result;
    }

    private static Limit endless(String name) {
        return Limit.custom(name, 1_000_000_000_000L, 1, Duration.ofDays(1));
    }

    private static long[][] measure(
            LimitRepository repository, DynamoDbAsyncClient client, Sniffer sniffer, int callers, int samples)
            throws InterruptedException {
        long[][] all = new long[2][callers * samples];
        List<UpdateItemRequest> bare = new ArrayList<>();
        List<AcquireRequest> requests = new ArrayList<>();
        List<AcquireRequest> twins = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            requests.add(request("key-" + callers + "-" + i));
            twins.add(request("twin-" + callers + "-" + i));
            for (int j = 0; j < 3; j++) {
                repository.rateLimiter().acquire(requests.get(i)).keep();
                repository.rateLimiter().acquire(twins.get(i)).keep();
            }
            bare.add(sniffer.last());
        }
        CountDownLatch done = new CountDownLatch(callers);
        for (int i = 0; i < callers; i++) {
            int caller = i;
            Thread thread = new Thread(() -> {
                for (int j = -WARM_UP / callers; j < samples; j++) {
                    long[] both = both(repository, client, requests.get(caller), bare.get(caller), twins.get(caller));
                    for (int k = 0; j >= 0 && k < 2; k++) {
                        all[k][caller * samples + j] = both[k];
                    }
                }
                done.countDown();
            });
            thread.setDaemon(true);
            thread.start();
        }
        done.await();
        Arrays.sort(all[0]);
        Arrays.sort(all[1]);
        return all;
    }

    /** How long an acquire and its write alone take, one after the other, whichever comes first. */
    private static long[] both(
            LimitRepository repository,
            DynamoDbAsyncClient client,
            AcquireRequest request,
            UpdateItemRequest bare,
            AcquireRequest twin) {
        long[] nanos = new long[2];
        boolean ourselvesFirst = ThreadLocalRandom.current().nextBoolean();
        for (int k = 0; k < 2; k++) {
            boolean ourselves = ourselvesFirst == (k == 0);
            long start = System.nanoTime();
            if (ourselves) {
                repository.rateLimiter().acquire(request).keep();
            } else {
                start = update(client, bare, repository, twin);
            }
            nanos[ourselves ? 0 : 1] = System.nanoTime() - start;
        }
        return nanos;
    }

    /**
     * Sends the bare write, to a bucket of its own; gives the time at which the attempt that counted began. Its write
     * units run out now and then, since bare writes do not refill them: then an acquire does, outside the measured
     * time.
     */
    private static long update(
            DynamoDbAsyncClient client, UpdateItemRequest bare, LimitRepository repository, AcquireRequest twin) {
        for (int tries = 0; ; tries++) {
            long start = System.nanoTime();
            try {
                client.updateItem(bare).join();
                return start;
            } catch (CompletionException e) {
                if (tries == 3 || !(e.getCause() instanceof ConditionalCheckFailedException)) {
                    throw e;
                }
                repository.rateLimiter().acquire(twin).keep();
            }
        }
    }

    private static AcquireRequest request(String entity) {
        return AcquireRequest.entity(entity)
                .resource("gpt-4")
                .take("rpm", 1)
                .take("tpm", 100)
                .build();
    }

    private static long at(long[] sorted, double share) {
        return sorted[(int) (sorted.length * share)];
    }
}
