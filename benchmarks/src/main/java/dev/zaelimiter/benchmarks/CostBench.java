package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Entity;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * What does each path cost: calls, round trips, and capacity as the service reports it? On a table of ours and on one
 * as the Python system makes it. Targets: a warm acquire 1.0 write unit, cold at most 2 rounds, a cold cascade at most
 * 3, a repeated refusal none; a bucket that ten processes share 1.2 units for each acquire at 60% of its limit, 2.2 at
 * 150%.
 */
public final class CostBench {

    private static final String RESOURCE = "gpt-4";
    private static final String ORIGINAL = "_original_table";
    private static final int PROCESSES = 10;
    private static final int PER_SECOND = 10;

    private final Result result = new Result();
    private final Map<String, Map<String, List<Double>>> paths = new LinkedHashMap<>();

    private CostBench() {}

    static Result run(String[] arguments) throws IOException, InterruptedException {
        return measure(arguments.length == 0 ? 20 : Integer.parseInt(arguments[0]))
                .result();
    }

    /**
     * What was measured.
     *
     * @param result the figures of this benchmark
     * @param paths by system and path: calls, rounds, write units, read units
     */
    public record Costs(Result result, Map<String, Map<String, List<Double>>> paths) {}

    /**
     * Measures both systems.
     *
     * @param seconds of each measurement of a bucket that processes share
     * @return figures
     */
    public static Costs measure(int seconds) throws IOException, InterruptedException {
        CostBench bench = new CostBench();
        try (DynamoDbAsyncClient plain = BenchTables.client(null)) {
            bench.paths(BenchTables.ours(), "", true);
            bench.paths(BenchTables.original(plain), ORIGINAL, false);
        }
        bench.shared(seconds);
        bench.paths.putAll(PeerCost.measure(bench.result, seconds));
        return new Costs(bench.result, bench.paths);
    }

    private interface Path {
        void run() throws InterruptedException;
    }

    private void paths(String table, String suffix, boolean all) throws InterruptedException {
        Meter meter = new Meter();
        try (DynamoDbAsyncClient client = BenchTables.client(meter);
                LimitRepository repository =
                        BenchTables.builder(table).client(client).open()) {
            store(repository);
            RateLimiter limiter = repository.rateLimiter();
            System.out.printf("%n%-24s %6s %6s %12s %11s%n", table, "calls", "rounds", "write units", "read units");
            measure(meter, "cold", all, suffix, () -> keep(limiter, "key"));
            Meter.Reading warm = measure(meter, "warm", all, suffix, () -> keep(limiter, "key"));
            result.put("warm_wcu" + suffix, warm.writeUnits());
            if (all) {
                corrections(meter, suffix, limiter);
                refillAndRefusals(meter, suffix, limiter);
                cascades(meter, suffix, limiter);
            }
        }
    }

    private static void store(LimitRepository repository) {
        repository
                .limits()
                .setResourceDefaults(RESOURCE, Limit.perMinute("rpm", 1000), Limit.perMinute("tpm", 1_000_000));
        repository.limits().setResourceDefaults("small", Limit.perSecond("rps", 4));
        repository.entities().create(Entity.builder("parent").build());
        repository
                .entities()
                .create(Entity.builder("child").parent("parent").cascade(true).build());
    }

    private void corrections(Meter meter, String suffix, RateLimiter limiter) throws InterruptedException {
        Meter.Reading adjust = measure(meter, "warm, adjusted", false, suffix, () -> {
            Lease lease = limiter.acquire(request("key"));
            lease.adjust("tpm", 50);
            lease.keep();
        });
        result.put("adjust_wcu", adjust.writeUnits());
        measure(meter, "warm, given back", false, suffix, () -> {
            limiter.acquire(request("key")).giveBack();
        });
    }

    private void refillAndRefusals(Meter meter, String suffix, RateLimiter limiter) throws InterruptedException {
        keepSmall(limiter, 4);
        // Until something has come back by refill: a second, by the clock of a real table.
        Thread.sleep(1200);
        measure(meter, "refill", true, suffix, () -> keepSmall(limiter, 4));
        measure(meter, "refused", false, suffix, () -> limiter.tryAcquire(small(4)));
        Meter.Reading again = measure(meter, "refused again", false, suffix, () -> limiter.tryAcquire(small(4)));
        result.put("repeated_refusal_calls", again.calls());
    }

    private void cascades(Meter meter, String suffix, RateLimiter limiter) throws InterruptedException {
        measure(meter, "cascade_cold", true, suffix, () -> keep(limiter, "child"));
        // Code that is not compiled yet sends the second of two writes when the first one's answer is there.
        for (int i = 0; i < 200; i++) {
            keep(limiter, "child");
        }
        measure(meter, "cascade_warm", true, suffix, () -> keep(limiter, "child"));
    }

    private Meter.Reading measure(Meter meter, String name, boolean put, String suffix, Path path)
            throws InterruptedException {
        settle(meter);
        meter.reset();
        path.run();
        settle(meter);
        Meter.Reading reading = meter.reading();
        paths.computeIfAbsent("ours" + suffix, system -> new LinkedHashMap<>())
                .put(
                        name,
                        List.of(
                                (double) reading.calls(),
                                (double) reading.rounds(),
                                reading.writeUnits(),
                                reading.readUnits()));
        if (put && suffix.isEmpty() && !name.equals("warm")) {
            result.put(name + "_round_trips", reading.rounds());
        }
        System.out.printf(
                "  %-22s %6d %6d %12.1f %11.1f%n",
                name, reading.calls(), reading.rounds(), reading.writeUnits(), reading.readUnits());
        return reading;
    }

    /**
     * Corrections wait a little for company before they go, and nothing tells when the last one has gone: so it is
     * looked for.
     */
    private static void settle(Meter meter) throws InterruptedException {
        do {
            Thread.sleep(100);
        } while (!meter.isQuietFor(300_000_000));
    }

    private static AcquireRequest request(String entity) {
        return AcquireRequest.entity(entity)
                .resource(RESOURCE)
                .take("rpm", 1)
                .take("tpm", 100)
                .build();
    }

    private static AcquireRequest small(long amount) {
        return AcquireRequest.entity("key")
                .resource("small")
                .take("rps", amount)
                .build();
    }

    private static void keep(RateLimiter limiter, String entity) {
        limiter.acquire(request(entity)).keep();
    }

    private static void keepSmall(RateLimiter limiter, long amount) {
        limiter.acquire(small(amount)).keep();
    }

    /**
     * One bucket of a limit per minute, ten processes of ten acquires a second: 60% of it, then 150%. Processes know
     * nothing of each other, so their acquires are spread by chance; then, as the worst case, all of them come at the
     * same instant.
     */
    private void shared(int seconds) throws InterruptedException {
        System.out.printf("%n%-24s %12s %12s%n", "ten processes", "admitted", "units each");
        for (Arrivals arrivals : Arrivals.values()) {
            shared(seconds, 60, arrivals);
            shared(seconds, 150, arrivals);
        }
    }

    private enum Arrivals {
        SPREAD("", ""),
        AT_ONCE("_at_once", ", all at once");

        private final String suffix;
        private final String words;

        Arrivals(String suffix, String words) {
            this.suffix = suffix;
            this.words = words;
        }

        /** When the acquire of a number is due, in nanoseconds after the start. */
        long due(int number, SplittableRandom random) {
            long period = 1_000_000_000L / PER_SECOND;
            return number * period + (this == SPREAD ? random.nextLong(period) : 0);
        }
    }

    private void shared(int seconds, int percent, Arrivals arrivals) throws InterruptedException {
        String table = BenchTables.ours();
        Meter meter = new Meter();
        LongAdder admitted = new LongAdder();
        List<LimitRepository> repositories = new ArrayList<>();
        try (DynamoDbAsyncClient client = BenchTables.client(meter)) {
            for (int i = 0; i < PROCESSES; i++) {
                repositories.add(BenchTables.builder(table).client(client).open());
            }
            long perMinute = PROCESSES * PER_SECOND * 60L * 100 / percent;
            repositories.get(0).limits().setResourceDefaults(RESOURCE, Limit.perMinute("rpm", perMinute));
            if (percent > 100) {
                AcquireRequest most = AcquireRequest.entity("all")
                        .resource(RESOURCE)
                        .take("rpm", perMinute)
                        .build();
                repositories.get(0).rateLimiter().acquire(most).keep();
            }
            drive(repositories, 2, arrivals, new LongAdder());
            meter.reset();
            long start = System.nanoTime();
            drive(repositories, seconds, arrivals, admitted);
            double took = (System.nanoTime() - start) / 1e9;
            double units = meter.reading().writeUnits() / admitted.sum();
            result.put((percent > 100 ? "shared_over_wcu" : "shared_full_wcu") + arrivals.suffix, units);
            System.out.printf(
                    "  %-22s %12d %12.2f   (%.1f s)%n",
                    percent + "% used" + arrivals.words, admitted.sum(), units, took);
            repositories.forEach(LimitRepository::close);
        }
    }

    private static void drive(List<LimitRepository> repositories, int seconds, Arrivals arrivals, LongAdder admitted)
            throws InterruptedException {
        AcquireRequest one =
                AcquireRequest.entity("all").resource(RESOURCE).take("rpm", 1).build();
        CountDownLatch done = new CountDownLatch(repositories.size());
        SplittableRandom seeds = new SplittableRandom(1);
        long start = System.nanoTime();
        for (LimitRepository repository : repositories) {
            SplittableRandom random = seeds.split();
            Thread process = new Thread(() -> {
                for (int i = 0; i < seconds * PER_SECOND; i++) {
                    LockSupport.parkNanos(start + arrivals.due(i, random) - System.nanoTime());
                    if (repository.rateLimiter().tryAcquire(one).granted()) {
                        admitted.increment();
                    }
                }
                done.countDown();
            });
            process.setDaemon(true);
            process.start();
        }
        if (!done.await(seconds * 5L + 60, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the processes did not end");
        }
    }
}
