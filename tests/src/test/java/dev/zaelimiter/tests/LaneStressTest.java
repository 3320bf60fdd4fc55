package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Two repositories on one store in memory, eight threads on one bucket: takes, settlements both ways, give-backs, reads, and
 * limits that change. What was consumed and what is left is exact to the millitoken, whatever was decided in place.
 */
class LaneStressTest {

    private static final int THREADS = 8;
    private static final long BUDGET = 1_000_000_000L;

    @Test
    void takesAndCorrections_twoRepositories_areExact() {
        run(600, 0);
    }

    @Tag("extended")
    @RepeatedTest(100)
    void takesAndCorrections_manyRuns_areExact() {
        run(1_500, System.nanoTime());
    }

    private static void run(int rounds, long salt) {
        Environment environment = Environment.system();
        AtomicLong held = new AtomicLong();
        AtomicBoolean done = new AtomicBoolean();
        try (SharedMemory store = new SharedMemory(new InMemoryStore(environment));
                LimitRepository one = RepositoryBuilder.on(store).build();
                LimitRepository two = RepositoryBuilder.on(store).build()) {
            one.limits()
                    .setResourceDefaults(
                            "r",
                            Limit.budget("b", BUDGET),
                            Limit.perMinute("m", 60).burst(BUDGET));
            List<LimitRepository> both = List.of(one, two);
            Thread changer = new Thread(() -> changeLimits(both, done));
            changer.start();
            try {
                ThreadCrowd.run(THREADS, thread -> {
                    RateLimiter limiter = both.get(thread % 2).rateLimiter();
                    SplittableRandom random = new SplittableRandom(salt + thread);
                    for (int i = 0; i < rounds; i++) {
                        held.addAndGet(once(limiter, random));
                    }
                    return thread;
                });
            } finally {
                done.set(true);
                join(changer);
            }
            one.rateLimiter().check(request(1));
            Item bucket = store.bucket();
            assertThat(store.accounts.get())
                    .as("times at which something was decided in place")
                    .isPositive();
            assertThat(bucket.whole("b_b_tc", 0)).as("consumed").isEqualTo(held.get() * 1000);
            assertThat(bucket.whole("b_b_tk", 0)).as("left").isEqualTo((BUDGET - held.get()) * 1000);
            assertThat(bucket.whole("b_m_tc", 0))
                    .as("consumed of the other limit")
                    .isEqualTo(held.get() * 1000);
        }
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

    private static void changeLimits(List<LimitRepository> both, AtomicBoolean done) {
        for (int i = 0; i < 100_000 && !done.get(); i++) {
            LimitRepository repository = both.get(i % 2);
            repository
                    .limits()
                    .setResourceDefaults(
                            "r",
                            Limit.budget("b", BUDGET),
                            Limit.perMinute("m", 60 + i % 3).burst(BUDGET));
            repository.rateLimiter().explain("e", "r");
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

    /** Knows the bucket that was written, and how often numbers were changed in place. */
    private static final class SharedMemory extends ForwardingStore {
        private volatile Key bucket = Key.of("none", "none");
        private final AtomicLong accounts = new AtomicLong();

        SharedMemory(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            if (write.key().pk().contains("/BUCKET#e#r")) {
                bucket = write.key();
            }
            return super.write(write);
        }

        @Override
        public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
            Account account = store.account(item, attributes, mark);
            accounts.addAndGet(account == null ? 0 : 1);
            return account;
        }

        Item bucket() {
            return Objects.requireNonNull(store.get(bucket).join());
        }
    }
}
