package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * How fast is an acquire compared with the Python zae-limiter, on the same store, one after the other? One caller, many
 * on one bucket, a cascade, with callbacks inline where there are futures; 200 buckets compared with the bare writes of
 * the same client; and whether ever too much was admitted. Targets: one caller 3, 32 callers 15 on threads and 30 on
 * futures, 1,024 callers 300, bare writes 0.9.
 */
public final class PeerBench {

    private static final String RESOURCE = "gpt-4";
    private static final int ENTITIES = 200;
    private static final int SLICES = 10;
    /** Calls one after the other before their times count. */
    private static final int WARM_UP = 4_000;

    private final Result result = new Result();
    private final double seconds;

    private PeerBench(double seconds) {
        this.seconds = seconds;
    }

    /**
     * Measures.
     *
     * @param arguments the seconds of a measurement, by default 5
     * @return ratios
     */
    public static Result run(String[] arguments) throws IOException, InterruptedException {
        PeerBench bench = new PeerBench(arguments.length == 0 ? 5 : Double.parseDouble(arguments[0]));
        bench.beside();
        bench.besideBare();
        bench.overAdmitted();
        return bench.result;
    }

    private void beside() throws IOException, InterruptedException {
        try (LimitRepository repository = repository(usual -> {});
                LimitRepository inline = repository(RepositoryBuilder::inlineCallbacks)) {
            System.out.printf("%-28s %14s %14s%n", "", "ours", "Python");
            // Its slowest part first tells how many calls it needs; the same number would take ours no time at all.
            Map<String, List<Double>> hot32 = python(32, false);
            AcquireRequest hot = request("key");
            warmUp(repository, hot);
            double unused = futures(inline, 1024, hot);
            double p50 = p50(repository);
            result.put("p50_ratio", row("one caller, ms at p50", p50, Peer.figure(hot32, "p50_ms"), true));
            double peer32 = Peer.figure(hot32, "per_second");
            result.put(
                    "hot32_threads_ratio",
                    row(
                            "32 threads, one bucket",
                            Callers.threads(32, seconds, repository.rateLimiter(), hot),
                            peer32,
                            false));
            result.put("hot32_async_ratio", row("32 futures, one bucket", futures(inline, 32, hot), peer32, false));
            double peer1024 = Peer.figure(python(1024, false), "per_second");
            result.put(
                    "hot1024_async_ratio",
                    row("1,024 futures, one bucket", futures(inline, 1024, hot), peer1024, false));
            result.put(
                    "hot1024_threads_of_their_own_ratio",
                    row("  and a thread for each", futures(repository, 1024, hot), peer1024, false));
            double peerCascade = Peer.figure(python(32, true), "per_second");
            result.put(
                    "cascade32_ratio",
                    row("32 futures, cascade", futures(inline, 32, request("child")), peerCascade, false));
        }
    }

    /** A table without a stream, as the peer's is measured. */
    private static LimitRepository repository(Consumer<RepositoryBuilder> settings) {
        LimitRepository repository =
                BenchTables.builder(BenchTables.ours()).settings(settings).connect();
        repository.limits().setResourceDefaults(RESOURCE, endless("rpm"), endless("tpm"));
        repository.entities().create(Entity.builder("parent").build());
        repository
                .entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
        return repository;
    }

    private static Limit endless(String name) {
        return Limit.custom(name, 1_000_000_000_000L, 1, Duration.ofDays(1));
    }

    private static AcquireRequest request(String entity) {
        return AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take("rpm", 1)
                .take("tpm", 100)
                .build();
    }

    /** What is measured is a service that has been up for a while; Python has no compiler that would need the time. */
    private void warmUp(LimitRepository repository, AcquireRequest hot) throws InterruptedException {
        double unused = Callers.threads(1, seconds, repository.rateLimiter(), hot)
                + Callers.threads(32, seconds, repository.rateLimiter(), hot)
                + futures(repository, 1024, hot);
    }

    private double futures(LimitRepository repository, int callers, AcquireRequest request)
            throws InterruptedException {
        repository.rateLimiter().acquire(request).keep();
        return Callers.futures(callers, seconds, repository.asyncRateLimiter(), List.of(request));
    }

    private Map<String, List<Double>> python(int callers, boolean cascade) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(
                BenchTables.ENDPOINT.toString(),
                Integer.toString(callers),
                Integer.toString(Math.max(2 * callers, (int) (100 * seconds))),
                cascade ? "0" : Integer.toString((int) (40 * seconds))));
        if (cascade) {
            arguments.add("cascade");
        }
        return Peer.run("load.py", arguments.toArray(String[]::new));
    }

    private double p50(LimitRepository repository) {
        AcquireRequest request = request("alone");
        int samples = (int) (40 * seconds);
        long[] nanos = new long[samples];
        for (int i = -WARM_UP; i < samples; i++) {
            long start = System.nanoTime();
            repository.rateLimiter().acquire(request).keep();
            if (i >= 0) {
                nanos[i] = System.nanoTime() - start;
            }
        }
        Arrays.sort(nanos);
        return nanos[samples / 2] / 1e6;
    }

    private static double row(String what, double ours, double theirs, boolean lessIsBetter) {
        double ratio = lessIsBetter ? theirs / ours : ours / theirs;
        System.out.printf("%-28s %,14.2f %,14.2f   %.1f times%n", what, ours, theirs, ratio);
        return ratio;
    }

    /** As many callers as buckets; ours and the bare writes take turns, so that both meet the same moments. */
    private void besideBare() throws InterruptedException {
        Sniffer sniffer = new Sniffer();
        try (DynamoDbAsyncClient client = BenchTables.client(sniffer);
                LimitRepository repository = BenchTables.builder(BenchTables.ours())
                        .client(client)
                        .maxConcurrency(256)
                        .settings(RepositoryBuilder::inlineCallbacks)
                        .connect()) {
            repository.limits().setResourceDefaults(RESOURCE, endless("rpm"), endless("tpm"));
            List<AcquireRequest> requests = new ArrayList<>();
            List<UpdateItemRequest> bare = new ArrayList<>();
            for (int i = 0; i < ENTITIES; i++) {
                requests.add(request("key-" + i));
                for (String entity : List.of("key-" + i, "twin-" + i)) {
                    repository.rateLimiter().acquire(request(entity)).keep();
                    repository.rateLimiter().acquire(request(entity)).keep();
                }
                bare.add(sniffer.last());
            }
            double ours = 0;
            double theirs = 0;
            for (int slice = 0; slice < SLICES; slice++) {
                ours += Callers.futures(ENTITIES, seconds / SLICES, repository.asyncRateLimiter(), requests);
                theirs += Callers.calls(ENTITIES, seconds / SLICES, caller -> client.updateItem(bare.get(caller)));
            }
            System.out.printf("%n%-28s %14s %14s%n", "", "ours", "bare writes");
            result.put("entities200_vs_bare", row("200 buckets", ours / SLICES, theirs / SLICES, false));
        }
    }

    /** Two processes drain one bucket that does not refill. */
    private void overAdmitted() throws InterruptedException {
        long capacity = 2_000;
        String table = BenchTables.ours();
        LongAdder granted = new LongAdder();
        try (LimitRepository one = BenchTables.builder(table).connect();
                LimitRepository two = BenchTables.builder(table).connect()) {
            one.limits().setResourceDefaults(RESOURCE, Limit.custom("rpm", capacity, 1, Duration.ofDays(365)));
            AcquireRequest request = AcquireRequest.entity("key")
                    .resource(RESOURCE)
                    .take("rpm", 1)
                    .build();
            double unused = Callers.calls(
                    64,
                    seconds,
                    caller -> (caller % 2 == 0 ? one : two)
                            .asyncRateLimiter()
                            .tryAcquire(request)
                            .thenAccept(decision -> granted.add(decision.granted() ? 1 : 0)));
        }
        System.out.printf("%nof %d tokens %d were granted%n", capacity, granted.sum());
        result.put("over_admitted", (double) Math.max(0, granted.sum() - capacity));
    }
}
