package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.management.JMException;

/**
 * How much heap does a bucket take that was used once, on a table, in memory and in a file, with settings as they are
 * by default? In memory and in a file that is the stored bucket and what is remembered of it; on a table what is
 * remembered. By class. Targets at a million buckets: 1,500 bytes on a table, 1,000 in memory. And what does it cost
 * the processor if one of them that is at rest is used again?
 */
final class HeapBench {

    private static final int[] COUNTS = {10_000, 100_000, 1_000_000};
    private static final int MOST_ITEMS = 2_000_000;

    /** Buckets that are there before the first look, so that what is made once is not counted. */
    private static final int FIRST = 1000;

    private static final int TOP = 14;

    /** Timers of callers who are gone ring until then. */
    private static final long REST_SECONDS = 2;

    /** How many acquires the cost of a return is taken from, and how many hot buckets those beside them are on. */
    private static final int RETURNS = 10_000;

    private static final int FEW = 1_000;

    private final Path directory;
    private final Result result = new Result();

    private HeapBench(Path directory) {
        this.directory = directory;
    }

    /** Measures all three. */
    static Result run(String[] arguments) throws Exception {
        List<String> kinds = arguments.length == 0 ? List.of("table", "memory", "file") : List.of(arguments);
        Path directory = Files.createTempDirectory("zae-limiter-bench");
        try {
            HeapBench bench = new HeapBench(directory);
            for (String kind : kinds) {
                for (int count : COUNTS) {
                    bench.result.put("bytes_" + kind + suffix(count), bench.measure(kind, count));
                }
            }
            return bench.result;
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private static String suffix(int count) {
        return count == COUNTS[COUNTS.length - 1] ? "" : "_" + count;
    }

    private double measure(String kind, int count) throws IOException, JMException, InterruptedException {
        return switch (kind) {
            case "table" -> onTable(count);
            case "memory" ->
                whole(kind, count, EmbeddedRepository.builder(MOST_ITEMS).build());
            case "file" ->
                whole(
                        kind,
                        count,
                        EmbeddedRepository.builder(
                                        directory.resolve("store-" + count), Durability.PROCESS_CRASH, MOST_ITEMS)
                                .build());
            default -> throw new IllegalArgumentException("table, memory or file: " + kind);
        };
    }

    /** What is left when the limiter goes, and the table stays, was the table's. */
    private double onTable(int count) throws JMException, InterruptedException {
        CopyingStore table = new CopyingStore(new InMemoryStore(Environment.system(), MOST_ITEMS));
        Histogram with = usedOnce(table, count);
        Histogram without = Histogram.now();
        table.close();
        return told("table", count, count + FIRST, with, without);
    }

    private Histogram usedOnce(CopyingStore table, int count) throws JMException, InterruptedException {
        try (LimitRepository repository = RepositoryBuilder.on(table).build()) {
            use(repository, 0, count + FIRST);
            TimeUnit.SECONDS.sleep(REST_SECONDS);
            Histogram used = Histogram.now();
            useAgain(repository, count);
            return used;
        }
    }

    /** How much more it costs to use buckets that are at rest than to use some that are hot. */
    private void useAgain(LimitRepository repository, int count) {
        if (repository.statistics().buckets() < 2 * repository.statistics().hotBuckets()) {
            return;
        }
        // Those that were used first may be the hot ones still. The first round is there for the compiler.
        micros(repository, count / 2 - RETURNS, RETURNS);
        double atRest = micros(repository, count / 2, RETURNS);
        micros(repository, 0, FEW);
        double hot = micros(repository, 0, FEW);
        System.out.printf("  used again from rest: %.1f us of the processor, hot: %.1f us%n", atRest, hot);
        result.put("return_micros" + suffix(count), atRest - hot);
    }

    /** Processor time of this thread for each of {@link #RETURNS} acquires on some buckets in turn, in microseconds. */
    private static double micros(LimitRepository repository, int from, int buckets) {
        RateLimiter limiter = repository.rateLimiter();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long began = threads.getCurrentThreadCpuTime();
        for (int i = 0; i < RETURNS; i++) {
            use(limiter, from + i % buckets);
        }
        return (threads.getCurrentThreadCpuTime() - began) / 1e3 / RETURNS;
    }

    private static double whole(String kind, int count, LimitRepository repository)
            throws JMException, InterruptedException {
        try (repository) {
            use(repository, 0, FIRST);
            TimeUnit.SECONDS.sleep(REST_SECONDS);
            Histogram before = Histogram.now();
            use(repository, FIRST, FIRST + count);
            TimeUnit.SECONDS.sleep(REST_SECONDS);
            return told(kind, count, count, Histogram.now(), before);
        }
    }

    private static void use(LimitRepository repository, int from, int to) {
        if (from == 0) {
            repository
                    .limits()
                    .setResourceDefaults(
                            "gpt-4o-mini-2024-07-18",
                            Limit.perMinute("requests", 1000),
                            Limit.perMinute("input-tokens", 200_000));
        }
        RateLimiter limiter = repository.rateLimiter();
        for (int i = from; i < to; i++) {
            use(limiter, i);
        }
    }

    private static void use(RateLimiter limiter, int i) {
        limiter.acquire(AcquireRequest.entity(String.format("customer-7f3a9c21-%08d", i))
                        .resource("gpt-4o-mini-2024-07-18")
                        .take("requests", 1)
                        .take("input-tokens", 1200)
                        .waitAtMost(Duration.ZERO)
                        .build())
                .keep();
    }

    private static double told(String kind, int count, int buckets, Histogram more, Histogram less) {
        double each = (double) (more.bytes() - less.bytes()) / buckets;
        System.out.printf("%,d buckets, %s: %,.0f bytes each%n", count, kind, each);
        more.since(less).stream()
                .limit(TOP)
                .forEach(row -> System.out.printf(
                        "  %8.1f bytes %6.2f objects  %s%n",
                        (double) row.live().bytes() / buckets,
                        (double) row.live().objects() / buckets,
                        row.type()));
        return each;
    }
}
