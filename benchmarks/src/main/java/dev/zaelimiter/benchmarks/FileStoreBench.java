package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.Durability;
import dev.zaelimiter.embedded.EmbeddedRepository;
import dev.zaelimiter.embedded.FileStore;
import dev.zaelimiter.embedded.FileStoreStatistics;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/**
 * How many acquires a second does the file form take? 1, 32 and 1,024 callers, each with an entity of its own, so that
 * only group commit across buckets helps; on futures whose callbacks run inline. Then 1,024 on one bucket, and with
 * each commit brought to the disk. Target at 1,024: 100,000 per second.
 */
final class FileStoreBench {

    /** 1,024 cold callers together, on a JVM that is cold too, may take longer than the usual second. */
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /** So many are decided within the call before another caller comes. */
    private static final int TURNS = 256;

    private final long seconds;
    private final Path directory;

    private FileStoreBench(long seconds, Path directory) {
        this.seconds = seconds;
        this.directory = directory;
    }

    static Result run(String[] arguments) throws Exception {
        long seconds = arguments.length == 0 ? 4 : Long.parseLong(arguments[0]);
        Path directory = Files.createTempDirectory("zae-limiter-bench");
        try {
            return new FileStoreBench(seconds, directory).measureAll();
        } finally {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path path : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }

    private Result measureAll() throws Exception {
        Result result = new Result();
        System.out.printf("%-34s %12s %14s %18s%n", "callers", "acquires/s", "per commit", "bytes per million");
        for (int callers : new int[] {1, 32, 1024}) {
            Figures figures = measure(callers, callers, Durability.PROCESS_CRASH);
            result.put("per_s_" + callers, figures.perSecond);
            row(callers + " on buckets of their own", figures);
            if (callers == 1024) {
                result.put("bytes_per_million", figures.bytesPerMillion);
            }
        }
        row("1024 on one bucket", measure(1024, 1, Durability.PROCESS_CRASH));
        threads(result, 1);
        threads(result, 8);
        for (int callers : new int[] {1, 1024}) {
            row(callers + " on their own, power loss", measure(callers, callers, Durability.POWER_LOSS));
        }
        return result;
    }

    /** Threads that wait for each answer, on one bucket: most of what they ask is decided in place. */
    private void threads(Result result, int threads) throws Exception {
        Path file = directory.resolve("threads-" + threads);
        try (LimitRepository repository = EmbeddedRepository.file(file)) {
            repository
                    .limits()
                    .setResourceDefaults(
                            "gpt-4", Limit.perMinute("rpm", 1_000_000_000L), Limit.perMinute("tpm", 50_000_000_000L));
            AcquireRequest request = requests(1, 1).get(0);
            LongAdder done = new LongAdder();
            AtomicBoolean stop = new AtomicBoolean();
            List<Thread> all = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                Thread thread = new Thread(() -> {
                    while (!stop.get()) {
                        repository.rateLimiter().acquire(request).keep();
                        done.increment();
                    }
                });
                thread.start();
                all.add(thread);
            }
            TimeUnit.SECONDS.sleep(seconds);
            long before = done.sum();
            long started = System.nanoTime();
            TimeUnit.SECONDS.sleep(seconds);
            double perSecond = (done.sum() - before) / ((System.nanoTime() - started) / 1e9);
            stop.set(true);
            for (Thread thread : all) {
                thread.join();
            }
            result.put("per_s_threads_" + threads, perSecond);
            System.out.printf("%-34s %,12.0f%n", threads + " threads on one bucket", perSecond);
        }
    }

    private static void row(String what, Figures figures) {
        System.out.printf(
                "%-34s %,12.0f %,14.1f %,18.0f%n", what, figures.perSecond, figures.perCommit, figures.bytesPerMillion);
    }

    private record Figures(double perSecond, double perCommit, double bytesPerMillion) {}

    private Figures measure(int callers, int buckets, Durability durability) throws Exception {
        Path file = directory.resolve("store-" + callers + "-" + buckets + "-" + durability);
        try (FileStore store = FileStore.open(file, durability, Environment.system());
                LimitRepository repository = RepositoryBuilder.on(store)
                        .deadline(PATIENCE)
                        .inlineCallbacks()
                        .build()) {
            repository
                    .limits()
                    .setResourceDefaults(
                            "gpt-4", Limit.perMinute("rpm", 1_000_000_000L), Limit.perMinute("tpm", 50_000_000_000L));
            AsyncRateLimiter limiter = repository.asyncRateLimiter();
            LongAdder done = new LongAdder();
            AtomicBoolean stop = new AtomicBoolean();
            AtomicBoolean failed = new AtomicBoolean();
            CountDownLatch ended = new CountDownLatch(callers);
            requests(callers, buckets).forEach(request -> again(limiter, request, done, stop, failed, ended));
            // Warm first, then measured; what is measured are the other threads.
            TimeUnit.SECONDS.sleep(seconds);
            long beforeDone = done.sum();
            FileStoreStatistics before = store.statistics();
            long started = System.nanoTime();
            TimeUnit.SECONDS.sleep(seconds);
            double took = (System.nanoTime() - started) / 1e9;
            double acquired = done.sum() - beforeDone;
            FileStoreStatistics after = store.statistics();
            double commits = after.commits() - before.commits();
            double bytes = after.bytesWritten() - before.bytesWritten();
            stop.set(true);
            if (!ended.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("callers hang");
            }
            if (failed.get()) {
                throw new IllegalStateException("an acquire failed");
            }
            return new Figures(acquired / took, acquired / commits, bytes / acquired * 1e6);
        }
    }

    private static List<AcquireRequest> requests(int callers, int buckets) {
        List<AcquireRequest> requests = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            requests.add(AcquireRequest.entity("key-" + i % buckets)
                    .resource("gpt-4")
                    .take("rpm", 1)
                    .take("tpm", 50)
                    .build());
        }
        return requests;
    }

    /** What is decided within the call is followed by the next without a callback, which would lie on top of it. */
    @SuppressWarnings("FutureReturnValueIgnored") // the latch tells when all have ended
    private static void again(
            AsyncRateLimiter limiter,
            AcquireRequest request,
            LongAdder done,
            AtomicBoolean stop,
            AtomicBoolean failed,
            CountDownLatch ended) {
        CompletableFuture<Lease> future = limiter.acquire(request);
        for (int turn = 0; isGranted(future) && !stop.get() && turn < TURNS; turn++) {
            future.join().keep();
            done.increment();
            future = limiter.acquire(request);
        }
        BiConsumer<Lease, Throwable> next = (lease, failure) -> {
            if (failure != null || stop.get()) {
                failed.compareAndSet(false, failure != null);
                ended.countDown();
                return;
            }
            lease.keep();
            done.increment();
            again(limiter, request, done, stop, failed, ended);
        };
        if (future.isDone()) {
            // Others have their turn.
            future.whenCompleteAsync(next);
        } else {
            future.whenComplete(next);
        }
    }

    private static boolean isGranted(CompletableFuture<Lease> future) {
        return future.isDone() && !future.isCompletedExceptionally();
    }
}
