package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two repositories on one file that is written anew all the time, eight threads on one bucket: takes, settlements both
 * ways, give-backs, reads, and limits that change. What was consumed and what is left is exact to the millitoken once
 * the file is closed, and while it is copied.
 */
@Tag("threads")
class LanesOnFileTest {

    private static final int THREADS = 8;
    private static final long BUDGET = 1_000_000_000L;
    private static final long SLACK = 64 * 1024;

    @TempDir
    private Path directory;

    @Tag("short-form")
    @Test
    void takesAndCorrections_twoRepositories_areExact() throws Exception {
        run(3_000, 0);
    }

    @Test
    @Tag("extended")
    void takesAndCorrections_manyRuns_areExact() throws Exception {
        for (int i = 1; i <= Integer.getInteger("lane.runs", 5); i++) {
            run(10_000, i);
        }
    }

    private void run(int rounds, long salt) throws Exception {
        Path file = directory.resolve("limits-" + salt);
        AtomicLong held = new AtomicLong();
        long commits;
        AtomicBoolean done = new AtomicBoolean();
        try (FileStore store = new FileOpening(file, Durability.PROCESS_CRASH, Environment.system(), SLACK).open();
                LimitRepository one = RepositoryBuilder.on(store)
                        .deadline(Duration.ofSeconds(20))
                        .build();
                LimitRepository two = RepositoryBuilder.on(store)
                        .deadline(Duration.ofSeconds(20))
                        .build()) {
            one.limits().setResourceDefaults("r", Limit.budget("b", BUDGET));
            List<LimitRepository> both = List.of(one, two);
            Thread disturber = new Thread(() -> disturb(store, both, done));
            disturber.start();
            ExecutorService pool = Executors.newFixedThreadPool(THREADS);
            List<Future<?>> crowd = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                SplittableRandom random = new SplittableRandom(salt * 1000 + thread);
                crowd.add(pool.submit(() -> {
                    for (int i = 0; i < rounds; i++) {
                        // Mostly all come by the same one, so that something is decided in place.
                        held.addAndGet(once(both.get((i >> 8) % 2), random));
                    }
                }));
            }
            try {
                for (Future<?> each : crowd) {
                    each.get(60, TimeUnit.SECONDS);
                }
            } finally {
                done.set(true);
                pool.shutdownNow();
                disturber.join();
            }
            both.forEach(LimitRepository::close);
            commits = store.statistics().commits();
            assertThat(store.statistics().rewrites()).as("files written anew").isPositive();
        }
        List<Item> buckets = new ArrayList<>();
        assertThat(StoreFile.read(file, item -> {
                            if (item.whole("b_b_tc", -1) >= 0) {
                                buckets.add(item);
                            }
                        })
                        .problem())
                .isNull();
        assertThat(buckets.stream().mapToLong(item -> item.whole("b_b_tc", 0)).sum())
                .as("consumed")
                .isEqualTo(held.get() * 1000);
        assertThat(buckets.stream().mapToLong(item -> item.whole("b_b_tk", 0)).sum())
                .as("left")
                .isEqualTo((BUDGET - held.get()) * 1000);
        assertThat(commits).as("commits, which are for many").isLessThan((long) rounds * THREADS);
    }

    /** What stays taken. */
    private static long once(LimitRepository repository, SplittableRandom random) {
        AcquireRequest request =
                AcquireRequest.entity("e").resource("r").take("b", 3).build();
        Decision decision = repository.rateLimiter().tryAcquire(request);
        if (!(decision instanceof Decision.Granted granted)) {
            throw new AssertionError(decision);
        }
        Lease lease = granted.lease();
        long held = 3;
        switch (random.nextInt(16)) {
            case 0 -> {
                lease.settle("b", 1);
                held = 1;
            }
            case 1 -> {
                lease.settle("b", 5);
                held = 5;
            }
            case 2 -> {
                lease.giveBack();
                return 0;
            }
            default -> {}
        }
        lease.close();
        return held;
    }

    private static void disturb(FileStore store, List<LimitRepository> both, AtomicBoolean done) {
        for (int i = 0; !done.get(); i++) {
            try {
                Thread.sleep(5);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            if (i % 10 == 9) {
                both.get(i % 2).limits().setResourceDefaults("r", Limit.budget("b", BUDGET));
            } else if (i % 10 == 5) {
                store.changes().close();
            } else if (i % 10 == 7) {
                store.follow("reader").join().close();
            } else {
                both.get(i % 2).rateLimiter().explain("e", "r");
            }
        }
    }
}
