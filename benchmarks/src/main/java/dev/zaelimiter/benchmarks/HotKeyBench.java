package dev.zaelimiter.benchmarks;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/**
 * What does one bucket take when every store answer needs 5 ms? 1, 32 and 1,024 callers, each of which comes back
 * immediately: on futures whose callbacks run inline, and on threads. Targets at 1,024: 150,000 per second async,
 * 80,000 on threads, less than 0.01 writes each; and one caller waits at most 1.05 times as long as for a bare write.
 */
final class HotKeyBench {

    private static final long ANSWER_NANOS = 5_000_000;
    private static final int SAMPLES = 400;

    private final long seconds;

    private HotKeyBench(long seconds) {
        this.seconds = seconds;
    }

    static Result run(String[] arguments) throws InterruptedException {
        HotKeyBench bench = new HotKeyBench(arguments.length == 0 ? 4 : Long.parseLong(arguments[0]));
        Result result = new Result();
        System.out.printf("%-22s %14s %18s%n", "callers", "acquires/s", "writes per acquire");
        for (int callers : new int[] {1, 32, 1024}) {
            double[] measured = bench.async(callers);
            result.put("per_s_" + callers, measured[0]);
            if (callers == 1024) {
                result.put("writes_per_acquire_1024", measured[1]);
            }
            row(callers + " on futures, inline", measured);
        }
        double[] threads = bench.threads(1024);
        result.put("per_s_1024_threads", threads[0]).put("writes_per_acquire_1024_threads", threads[1]);
        row("1024 on threads", threads);
        double ratio = bench.latencyRatio();
        result.put("p50_ratio_1", ratio);
        System.out.printf("p50 of one caller to p50 of a bare write: %.3f%n", ratio);
        return result;
    }

    private static void row(String what, double[] measured) {
        System.out.printf("%-22s %,14.0f %18.5f%n", what, measured[0], measured[1]);
    }

    /** A repository on a slow store, with one bucket that is never exhausted and is in use already. */
    private static final class Setting implements AutoCloseable {
        private final SlowStore store = new SlowStore(new InMemoryStore(Environment.system()), ANSWER_NANOS);
        private final LimitRepository repository =
                RepositoryBuilder.on(store).inlineCallbacks().build();
        private final AcquireRequest request = AcquireRequest.entity("key")
                .resource("gpt-4")
                .take("rpm", 1)
                .take("tpm", 50)
                .build();

        Setting() {
            repository
                    .limits()
                    .setResourceDefaults(
                            "gpt-4", Limit.perMinute("rpm", 1_000_000_000L), Limit.perMinute("tpm", 50_000_000_000L));
            repository.rateLimiter().acquire(request).keep();
        }

        @Override
        public void close() {
            repository.close();
            store.close();
        }
    }

    private double[] async(int callers) throws InterruptedException {
        try (Setting setting = new Setting()) {
            LongAdder done = new LongAdder();
            AtomicBoolean stop = new AtomicBoolean();
            CountDownLatch ended = new CountDownLatch(callers);
            for (int i = 0; i < callers; i++) {
                again(setting.repository.asyncRateLimiter(), setting.request, done, stop, ended);
            }
            return measure(setting, done, stop, ended);
        }
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the latch tells when all have ended
    private static void again(
            AsyncRateLimiter limiter,
            AcquireRequest request,
            LongAdder done,
            AtomicBoolean stop,
            CountDownLatch ended) {
        limiter.acquire(request).whenComplete((lease, failure) -> {
            if (failure != null || stop.get()) {
                ended.countDown();
                return;
            }
            lease.keep();
            done.increment();
            again(limiter, request, done, stop, ended);
        });
    }

    private double[] threads(int callers) throws InterruptedException {
        try (Setting setting = new Setting()) {
            LongAdder done = new LongAdder();
            AtomicBoolean stop = new AtomicBoolean();
            CountDownLatch ended = new CountDownLatch(callers);
            RateLimiter limiter = setting.repository.rateLimiter();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                Thread thread = new Thread(
                        null,
                        () -> {
                            while (!stop.get()) {
                                limiter.acquire(setting.request).keep();
                                done.increment();
                            }
                            ended.countDown();
                        },
                        "caller-" + i,
                        128 * 1024);
                thread.setDaemon(true);
                threads.add(thread);
            }
            threads.forEach(Thread::start);
            return measure(setting, done, stop, ended);
        }
    }

    private double[] measure(Setting setting, LongAdder done, AtomicBoolean stop, CountDownLatch ended)
            throws InterruptedException {
        // Warm first, then measured; what is measured are the other threads.
        TimeUnit.SECONDS.sleep(seconds);
        long beforeDone = done.sum();
        long beforeWrites = setting.store.writes();
        long started = System.nanoTime();
        TimeUnit.SECONDS.sleep(seconds);
        double took = (System.nanoTime() - started) / 1e9;
        double acquired = done.sum() - beforeDone;
        double writes = setting.store.writes() - beforeWrites;
        stop.set(true);
        if (!ended.await(10, TimeUnit.SECONDS)) {
            throw new IllegalStateException("callers hang");
        }
        return new double[] {acquired / took, writes / acquired};
    }

    private double latencyRatio() {
        try (Setting setting = new Setting()) {
            WriteShape shape = WriteShape.update(
                    null, List.of(new WriteShape.Action(WriteShape.Verb.ADD, "n", new Operand.WholeSlot(0))));
            Write bare = Write.of(shape, Key.of("bare", "write"), new long[] {1}, new AttributeValue[0]);
            long[] ours = new long[SAMPLES];
            long[] theirs = new long[SAMPLES];
            for (int i = 0; i < SAMPLES; i++) {
                long started = System.nanoTime();
                setting.store.write(bare).join();
                long between = System.nanoTime();
                setting.repository.rateLimiter().acquire(setting.request).keep();
                ours[i] = System.nanoTime() - between;
                theirs[i] = between - started;
            }
            Arrays.sort(ours);
            Arrays.sort(theirs);
            return (double) ours[SAMPLES / 2] / theirs[SAMPLES / 2];
        }
    }
}
