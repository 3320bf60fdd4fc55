package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.RepositoryClosedException;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Query.Index;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Many threads, more names than are hot or at hand, by far: buckets go cold and are packed between any two steps, while
 * leases are settled and given back after that, limits change, others are deleted, the clock goes on and repositories
 * close. What each name has left is exact to the millitoken.
 */
@Tag("threads")
@Timeout(120)
class ColdUnderLoadTest {

    private static final int THREADS = 8;
    private static final int NAMES = 24;
    /** {@code -Dcold.rounds} says how many. */
    private static final int ROUNDS = Integer.getInteger("cold.rounds", 300);

    private static final long MOST = 1_000_000_000L;

    /** More is taken at first than will ever come back by the clock: so all that comes back counts. */
    private static final long FIRST = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final long begunMillis = clock.wallMillis();
    private final AtomicLongArray held = new AtomicLongArray(NAMES);

    @TempDir
    private Path directory;

    private ItemStore store(String kind) {
        return kind.equals("memory")
                ? new InMemoryStore(clock, 100_000, 2)
                : new FileOpening(
                                directory.resolve("limits.zae"),
                                Durability.PROCESS_CRASH,
                                new ThreadedClock(clock),
                                64 * 1024)
                        .atHand(2)
                        .open();
    }

    private LimitRepository repository(ItemStore store, int hot, int max) {
        return RepositoryBuilder.on(store)
                .environment(new ThreadedClock(clock))
                .hotBuckets(hot)
                .maxBuckets(max)
                .inlineCallbacks()
                .build();
    }

    private static void store(LimitRepository repository, long other) {
        repository
                .limits()
                .setResourceDefaults(
                        "r",
                        Limit.budget("b", MOST),
                        Limit.perMinute("m", 60).burst(MOST),
                        Limit.perMinute("other", other).burst(MOST));
    }

    private static AcquireRequest request(String name, long amount) {
        return AcquireRequest.entity(name)
                .resource("r")
                .take("b", amount)
                .take("m", amount)
                .build();
    }

    private void takeAtFirst(RateLimiter limiter) {
        for (int name = 0; name < NAMES; name++) {
            limiter.acquire(request("name-" + name, FIRST)).keep();
            held.addAndGet(name, FIRST);
        }
    }

    private static void crowd(int threads, IntConsumer work) {
        List<CompletableFuture<Void>> all = IntStream.range(0, threads)
                .mapToObj(thread -> {
                    CompletableFuture<Void> done = new CompletableFuture<>();
                    Thread worker = new Thread(() -> {
                        try {
                            work.accept(thread);
                            done.complete(null);
                        } catch (Throwable failure) {
                            done.completeExceptionally(failure);
                        }
                    });
                    worker.setDaemon(true);
                    worker.start();
                    return done;
                })
                .toList();
        all.forEach(done -> assertThat(done).succeedsWithin(Duration.ofSeconds(100)));
    }

    @ParameterizedTest
    @CsvSource({"memory,1,1000", "memory,3,6", "memory,2,2", "file,1,1000", "file,3,6"})
    void takesSettlementsAndGivesBack_bucketsGoColdAllTheTime_areExact(String kind, int hot, int max) {
        AtomicBoolean done = new AtomicBoolean();
        int rounds = kind.equals("file") ? ROUNDS / 5 : ROUNDS;
        try (ItemStore store = store(kind)) {
            try (LimitRepository one = repository(store, hot, max);
                    LimitRepository two = repository(store, hot, max)) {
                store(one, 60);
                takeAtFirst(one.rateLimiter());
                CompletableFuture<Void> others = CompletableFuture.runAsync(() -> disturb(one, two, store, done));
                AtomicBoolean over = new AtomicBoolean();
                CompletableFuture<Void> time =
                        CompletableFuture.runAsync(() -> passTime(over), task -> new Thread(task, "time").start());
                try {
                    crowd(THREADS, thread -> work((thread % 2 == 0 ? one : two).rateLimiter(), thread, rounds));
                } finally {
                    done.set(true);
                    assertThat(others).succeedsWithin(Duration.ofSeconds(20));
                    over.set(true);
                    assertThat(time).succeedsWithin(Duration.ofSeconds(20));
                }
            }
            assertExact(store);
        }
    }

    /** Takes, holds some leases for a while, and ends those of long ago, whose buckets have gone cold since. */
    private void work(RateLimiter limiter, int thread, int rounds) {
        SplittableRandom random = new SplittableRandom(thread);
        List<Held> leases = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            int name = random.nextInt(NAMES);
            long amount = 1L + random.nextInt(5);
            Decision decision = limiter.tryAcquire(request("name-" + name, amount));
            leases.add(new Held(name, amount, decision.lease()));
            if (leases.size() > random.nextInt(30)) {
                Collections.swap(leases, random.nextInt(leases.size()), leases.size() - 1);
                end(leases.remove(leases.size() - 1), random);
            }
        }
        leases.forEach(lease -> end(lease, random));
    }

    private record Held(int name, long amount, Lease lease) {}

    private void end(Held one, SplittableRandom random) {
        long used = switch (random.nextInt(4)) {
            case 0 -> 0;
            case 1 -> one.amount + random.nextInt(7);
            case 2 -> random.nextLong(one.amount + 1);
            default -> one.amount;
        };
        if (used == 0) {
            one.lease.giveBack();
        } else {
            one.lease.settle("b", used);
            one.lease.settle("m", used);
            one.lease.close();
        }
        held.addAndGet(one.name, used);
    }

    /**
     * A refused write rests for some milliseconds, and all threads, whoever moves the clock among them, may wait for
     * such a one.
     */
    private void passTime(AtomicBoolean over) {
        for (int i = 0; i < 1_000_000 && !over.get(); i++) {
            LockSupport.parkNanos(5_000_000);
            clock.advance(Duration.ofMillis(1));
        }
    }

    private void disturb(LimitRepository one, LimitRepository two, ItemStore store, AtomicBoolean done) {
        SplittableRandom random = new SplittableRandom(5);
        for (int i = 0; i < 1_000_000 && !done.get(); i++) {
            LimitRepository repository = random.nextBoolean() ? one : two;
            switch (random.nextInt(6)) {
                case 0 -> store(repository, 60 + random.nextInt(3));
                case 1 -> repository.rateLimiter().explain("name-" + random.nextInt(NAMES), "r");
                case 2 -> {
                    String gone = "gone-" + random.nextInt(3);
                    repository.rateLimiter().acquire(request(gone, 1)).keep();
                    repository.entities().delete(gone);
                }
                case 3 -> store.query(Query.of(Index.GSI2, "none")).join();
                default -> clock.advance(Duration.ofMillis(random.nextInt(3)));
            }
        }
    }

    private void assertExact(ItemStore store) {
        try (LimitRepository last = repository(store, 1000, 1000)) {
            long nowMillis = clock.wallMillis();
            for (int name = 0; name < NAMES; name++) {
                // Whatever was left to be written is in the bucket, which a take of nothing does not change.
                last.rateLimiter().check(request("name-" + name, 1));
                Item bucket = bucket(store, "name-" + name);
                long gained = nowMillis - begunMillis;
                assertThat(bucket.whole("b_b_tk", 0))
                        .as("left of the budget of %d", name)
                        .isEqualTo((MOST - held.get(name)) * 1000);
                assertThat(bucket.whole("b_m_tk", 0) + nowMillis - bucket.whole("rf", 0))
                        .as("left of what comes back, one millitoken each millisecond, of %d", name)
                        .isEqualTo((MOST - held.get(name)) * 1000 + gained);
                assertThat(bucket.whole("b_b_tc", 0)).as("consumed").isEqualTo(held.get(name) * 1000);
                assertThat(bucket.whole("b_m_tc", 0)).as("consumed").isEqualTo(held.get(name) * 1000);
            }
        }
    }

    private static Item bucket(ItemStore store, String name) {
        String namespace = store.query(Query.of(Index.GSI4, "_")).join().items().stream()
                .map(item -> item.text("namespace_id"))
                .filter(id -> id != null)
                .findFirst()
                .orElseThrow();
        return store.query(Query.of(Index.GSI3, namespace + "/ENTITY#" + name)).join().items().stream()
                .filter(item -> item.has("b_b_tk"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void close_whileBucketsCool_whatWasGrantedIsTakenAndNoMore() {
        try (ItemStore store = store("memory")) {
            try (LimitRepository first = repository(store, 1, 4)) {
                store(first, 60);
                takeAtFirst(first.rateLimiter());
            }
            for (int round = 0; round < 30; round++) {
                LimitRepository closing = repository(store, 1, 4);
                SplittableRandom seeds = new SplittableRandom(round);
                long[] seed = seeds.longs(THREADS).toArray();
                crowd(THREADS + 1, thread -> {
                    if (thread == THREADS) {
                        clock.advance(Duration.ofMillis(1));
                        closing.close();
                    } else {
                        takeUntilClosed(closing.rateLimiter(), new SplittableRandom(seed[thread]));
                    }
                });
            }
            assertExact(store);
        }
    }

    private void takeUntilClosed(RateLimiter limiter, SplittableRandom random) {
        try {
            for (int i = 0; i < 1_000_000; i++) {
                int name = random.nextInt(NAMES);
                limiter.acquire(request("name-" + name, 1)).keep();
                held.incrementAndGet(name);
            }
        } catch (RepositoryClosedException closed) {
            return;
        }
        throw new AssertionError("it never closed");
    }
}
