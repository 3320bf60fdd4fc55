package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.aggregator.Aggregation;
import dev.zaelimiter.aggregator.Aggregator;
import dev.zaelimiter.aggregator.BatchOutcome;
import dev.zaelimiter.aggregator.StreamBatch;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * How many changes does one core sum up in a second, and how many writes follow from a batch of a hot stream? The
 * changes are those that the limiter itself makes: 1,000 takes from ten buckets with two limits each, in turn. Targets:
 * 200,000 a second, and 0.05 writes for each change. Where the store that {@code bin/backends} starts is there,
 * {@link PollerLagBench} follows.
 */
final class AggregateBench {

    private static final BigInteger FIRST = new BigInteger("4421584500000000017450000000");
    private static final int BUCKETS = 10;
    private static final int RECORDS = 1000;
    private static final int ROUNDS = 5;
    private static final long ANSWER_SECONDS = 60;

    private AggregateBench() {}

    static Result run(String[] arguments) throws Exception {
        int seconds = arguments.length == 0 ? 2 : Integer.parseInt(arguments[0]);
        StreamBatch batch;
        double writes;
        try (InMemoryStore store = new InMemoryStore(Environment.system())) {
            batch = new StreamBatch("hot", changes(store));
            writes = (double) writes(store, batch) / batch.records().size();
        }
        // The compiler sees the batch first.
        double found = perSecond(batch, seconds)[1];
        double[] rounds = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            double[] round = perSecond(batch, seconds);
            rounds[i] = round[0];
            found += round[1];
        }
        if (found == 0) {
            throw new IllegalStateException("nothing was counted");
        }
        Arrays.sort(rounds);
        double median = rounds[ROUNDS / 2];
        System.out.printf("%-34s %,12.0f (target 200,000)%n", "changes in a second of CPU time", median);
        System.out.printf("%-34s %,12.0f to %,.0f%n", "  of five rounds", rounds[0], rounds[ROUNDS - 1]);
        System.out.printf("%-34s %12.4f (target 0.05)%n", "writes for each change", writes);
        Result result = new Result().put("records_per_s_per_core", median).put("writes_per_record", writes);
        if (!BenchTables.answers()) {
            System.out.println("the lag of a poller is not measured: nothing listens at " + BenchTables.ENDPOINT);
            return result;
        }
        Result lag = PollerLagBench.run(new String[0]);
        System.out.printf("%-34s %,12.0f ms (target 2,000)%n", "a poller's lag, 99%", lag.get("poller_lag_p99_ms"));
        System.out.printf("%-34s %,12.0f ms%n", "  a bare reader's", lag.get("bare_reader_lag_p99_ms"));
        System.out.printf("%-34s %,12.0f ms%n", "  until a take is granted", lag.get("take_p99_ms"));
        return result.put("poller_lag_p99_ms", lag.get("poller_lag_p99_ms"));
    }

    /** What the limiter writes: no bucket is new, and each take is a change of its own. */
    private static List<ChangeRecord> changes(InMemoryStore store) {
        List<ChangeRecord> changes = new ArrayList<>();
        try (LimitRepository repository = RepositoryBuilder.on(store).build()) {
            repository
                    .limits()
                    .setResourceDefaults(
                            "gpt-4", Limit.perMinute("rpm", 1_000_000), Limit.perMinute("tpm", 1_000_000_000));
            for (int i = 0; i < BUCKETS; i++) {
                take(repository, i);
            }
            try (ChangeFeed feed = store.changes()) {
                for (int i = 0; i < RECORDS; i++) {
                    take(repository, i % BUCKETS);
                }
                List<ChangeRecord> next;
                do {
                    next = feed.poll(RECORDS).join();
                    changes.addAll(next);
                } while (!next.isEmpty());
            }
        }
        if (changes.size() != RECORDS) {
            throw new IllegalStateException(RECORDS + " takes made " + changes.size() + " changes");
        }
        // As a table's stream numbers them; a feed numbers those of a key.
        List<ChangeRecord> numbered = new ArrayList<>();
        for (ChangeRecord each : changes) {
            numbered.add(new ChangeRecord(
                    each.key(),
                    each.before(),
                    each.after(),
                    each.expired(),
                    FIRST.add(BigInteger.valueOf(numbered.size())),
                    each.atMillis()));
        }
        return numbered;
    }

    private static void take(LimitRepository repository, int bucket) {
        repository
                .rateLimiter()
                .acquire(AcquireRequest.entity("key-" + bucket)
                        .resource("gpt-4")
                        .take("rpm", 1)
                        .take("tpm", 500)
                        .build())
                .keep();
    }

    /** How many items are written for the batch: sums by the hour and the day, and what its buckets need. */
    private static long writes(InMemoryStore store, StreamBatch batch) throws Exception {
        SlowStore counting = new SlowStore(store, 0);
        BatchOutcome outcome = Aggregator.builder(counting, Environment.system())
                .build()
                .process(batch)
                .get(ANSWER_SECONDS, TimeUnit.SECONDS);
        if (!outcome.complete()
                || outcome.counted() != RECORDS
                || !outcome.failures().isEmpty()) {
            throw new IllegalStateException("the batch was not counted: " + outcome);
        }
        return counting.writes();
    }

    /** Changes in a second of this thread's CPU time, and how many owners were found in them. */
    private static double[] perSecond(StreamBatch batch, int seconds) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        long began = threads.getCurrentThreadCpuTime();
        long changes = 0;
        long owners = 0;
        do {
            Aggregation said = Aggregation.of(batch);
            owners += said.owners();
            changes += said.counted();
        } while (System.nanoTime() - end < 0);
        double used = (threads.getCurrentThreadCpuTime() - began) / 1e9;
        return new double[] {changes / used, owners};
    }
}
