package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Item;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two repositories on one store in memory, eight threads on one bucket: takes, settlements both ways, give-backs,
 * reads, and limits that change. What was consumed and what is left is exact to the millitoken, whatever was decided in
 * place.
 */
class LaneStressTest {

    private static final int THREADS = 8;
    private static final long BUDGET = 1_000_000_000L;
    /** A machine that does something else meanwhile is no fault of a lane. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** Of each thread, where until then no lane was open, or none in parts, or no shard divided. */
    private static final int MOST_ROUNDS = 50_000;

    /** {@code -Dlane.runs} says how many. */
    static IntStream runs() {
        return IntStream.rangeClosed(1, Integer.getInteger("lane.runs", 12));
    }

    @Tag("short-form")
    @Test
    void takesAndCorrections_twoRepositories_areExact() {
        run(600, 0);
    }

    @Tag("extended")
    @Tag("threads")
    @ParameterizedTest
    @MethodSource("runs")
    void takesAndCorrections_manyRuns_areExact(int number) {
        run(1_500, System.nanoTime());
    }

    private static void run(int rounds, long salt) {
        Environment environment = Environment.system();
        AtomicLong held = new AtomicLong();
        AtomicLong inParts = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        try (WatchedMemory store = new WatchedMemory(environment, account -> new CrowdedAccount(account, inParts));
                LimitRepository one =
                        RepositoryBuilder.on(store).deadline(PATIENCE).build();
                LimitRepository two =
                        RepositoryBuilder.on(store).deadline(PATIENCE).build()) {
            one.limits()
                    .setResourceDefaults(
                            "r",
                            Limit.budget("b", BUDGET),
                            Limit.perMinute("m", 60).burst(BUDGET));
            List<LimitRepository> both = List.of(one, two);
            Divisions divisions = new Divisions(store, environment, salt);
            Thread changer = new Thread(() -> disturb(store, both, divisions, done));
            changer.start();
            try {
                ThreadCrowd.run(THREADS, thread -> {
                    RateLimiter limiter = both.get(thread % 2).rateLimiter();
                    SplittableRandom random = new SplittableRandom(salt + thread);
                    for (int i = 0; i < rounds || (i < MOST_ROUNDS && !hasSeenAll(store, inParts, divisions)); i++) {
                        held.addAndGet(once(limiter, random));
                    }
                    return thread;
                });
            } finally {
                done.set(true);
                join(changer);
            }
            // What goes back to a shard that was busy is written by then.
            both.forEach(LimitRepository::close);
            assertThat(store.accounts.get())
                    .as("times at which something was decided in place")
                    .isPositive();
            assertThat(inParts.get())
                    .as("takes and corrections in a part of many")
                    .isPositive();
            assertThat(divisions.splits())
                    .as("times at which a shard was divided")
                    .isPositive();
            assertThat(divisions.sum("b_b_tk")).as("left").isEqualTo((BUDGET - held.get()) * 1000);
            assertThat(divisions.sum("b_b_tc")).as("consumed").isEqualTo(held.get() * 1000);
            assertThat(divisions.sum("b_m_tc"))
                    .as("consumed of the other limit")
                    .isEqualTo(held.get() * 1000);
        }
    }

    private static boolean hasSeenAll(WatchedMemory store, AtomicLong inParts, Divisions divisions) {
        return store.accounts.get() > 0 && inParts.get() > 0 && divisions.splits() > 0;
    }

    /** Bug: whoever came while a lane was being opened ended it for all others, who then came to end the next one. */
    @Test
    void takes_ofManyThreadsAtOneTime_leaveLanesOpen() {
        // The second time the code is warm, and most takes meet a lane. A pause of the machine lasts, and opens none.
        long over = Math.min(lanesOver(300_000), lanesOver(300_000));

        assertThat(over)
                .as("lanes beyond one in four milliseconds, though each may last for ten")
                .isLessThanOrEqualTo(20);
    }

    /** How many more lanes are opened than one in four milliseconds, while all threads take so often. */
    private static long lanesOver(int rounds) {
        Environment environment = Environment.system();
        try (WatchedMemory store = new WatchedMemory(environment);
                LimitRepository one = RepositoryBuilder.on(store).build()) {
            one.limits().setResourceDefaults("r", Limit.budget("b", BUDGET));
            AcquireRequest request =
                    AcquireRequest.entity("e").resource("r").take("b", 1).build();
            AtomicLong granted = new AtomicLong();
            long began = environment.monotonicNanos();
            ThreadCrowd.run(THREADS, thread -> {
                long mine = 0;
                for (int i = 0; i < rounds; i++) {
                    mine += one.rateLimiter().tryAcquire(request).granted() ? 1 : 0;
                }
                granted.addAndGet(mine);
                return thread;
            });
            long tookMillis = (environment.monotonicNanos() - began) / 1_000_000;
            assertThat(granted.get()).isEqualTo((long) THREADS * rounds);
            assertThat(store.accounts.get()).as("lanes").isPositive();
            return store.accounts.get() - tookMillis / 4;
        }
    }

    /** Sixteen threads want more than there is, and give some of it back: at no time is more out than there was. */
    @Test
    void takes_beyondTheBalance_areNeverMoreThanThereIs() {
        exhaust(1_000, 1);
    }

    @Tag("extended")
    @Tag("threads")
    @ParameterizedTest
    @MethodSource("runs")
    void takes_beyondTheBalanceManyRuns_areNeverMoreThanThereIs(int number) {
        exhaust(3_000, System.nanoTime());
    }

    private static void exhaust(int rounds, long salt) {
        Environment environment = Environment.system();
        long budget = 4L * rounds;
        AtomicLong inParts = new AtomicLong();
        AtomicLong held = new AtomicLong();
        AtomicLong refused = new AtomicLong();
        try (WatchedMemory store = new WatchedMemory(environment, account -> new CrowdedAccount(account, inParts));
                LimitRepository one = RepositoryBuilder.on(store).build();
                LimitRepository two = RepositoryBuilder.on(store).build()) {
            one.limits()
                    .setResourceDefaults(
                            "r",
                            Limit.budget("b", budget),
                            Limit.perMinute("m", 60).burst(BUDGET));
            List<LimitRepository> both = List.of(one, two);
            ThreadCrowd.run(2 * THREADS, thread -> {
                RateLimiter limiter = both.get(thread % 5 == 0 ? 1 : 0).rateLimiter();
                SplittableRandom random = new SplittableRandom(salt + thread);
                for (int i = 0; i < rounds; i++) {
                    takeSome(limiter, random, budget, held, refused);
                }
                return thread;
            });
            one.rateLimiter().check(request(1));
            Item bucket = store.bucket();
            assertThat(refused.get()).as("refusals").isPositive();
            assertThat(bucket.whole("b_b_tc", 0)).as("consumed").isEqualTo(held.get() * 1000);
            assertThat(bucket.whole("b_b_tk", 0)).as("left").isEqualTo((budget - held.get()) * 1000);
            assertThat(held.get()).as("held in the end").isBetween(budget - 5, budget);
        }
    }

    private static void takeSome(
            RateLimiter limiter, SplittableRandom random, long budget, AtomicLong held, AtomicLong refused) {
        long amount = 1L + random.nextInt(5);
        Decision decision = limiter.tryAcquire(request(amount));
        if (!(decision instanceof Decision.Granted granted)) {
            refused.incrementAndGet();
            return;
        }
        assertThat(held.addAndGet(amount)).as("held at the same time").isLessThanOrEqualTo(budget);
        long used = random.nextInt(3) > 0 ? amount : random.nextLong(amount + 1);
        // Counted as given back before it is.
        held.addAndGet(used - amount);
        Lease lease = granted.lease();
        lease.settle("b", used);
        lease.settle("m", used);
        lease.close();
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("e")
                .resource("r")
                .take("b", amount)
                .take("m", amount)
                .build();
    }

    /** Takes, and does what callers do with a lease. Gives how many tokens are held in the end. */
    private static long once(RateLimiter limiter, SplittableRandom random) {
        long amount = 1L + random.nextInt(5);
        Decision decision = limiter.tryAcquire(request(amount));
        Lease lease = decision.match(granted -> granted, refusal -> {
            throw new AssertionError("refused: " + refusal);
        });
        return switch (random.nextInt(5)) {
            case 0 -> {
                lease.giveBack();
                yield 0;
            }
            case 1 -> settled(lease, amount + random.nextLong(7));
            case 2 -> settled(lease, random.nextLong(amount + 1));
            default -> {
                lease.close();
                yield amount;
            }
        };
    }

    private static long settled(Lease lease, long used) {
        lease.settle("b", used);
        lease.settle("m", used);
        lease.close();
        return used;
    }

    /**
     * Changes limits, looks at the bucket, divides it or makes it whole, and opens a feed now and then, while which
     * nothing is changed in place.
     */
    private static void disturb(
            WatchedMemory store, List<LimitRepository> both, Divisions divisions, AtomicBoolean done) {
        for (int i = 0; i < 100_000 && !done.get(); i++) {
            LimitRepository repository = both.get(i % 2);
            repository
                    .limits()
                    .setResourceDefaults(
                            "r",
                            Limit.budget("b", BUDGET),
                            Limit.perMinute("m", 60 + i % 3).burst(BUDGET));
            repository.rateLimiter().explain("e", "r");
            if (i % 2 == 1) {
                divisions.act();
            }
            if (i % 8 == 0) {
                store.changes().close();
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        assertThat(thread.isAlive()).isFalse();
    }
}
