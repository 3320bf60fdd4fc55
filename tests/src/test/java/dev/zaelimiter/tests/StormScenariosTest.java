package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.tests.RealWorld.Setup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Field case 13 with real threads: whatever storms, no token is lost and none is made. */
@Tag("long")
@Timeout(60)
class StormScenariosTest {

    private final RealWorld world = new RealWorld();

    @AfterEach
    void close() {
        world.close();
    }

    @ParameterizedTest
    @EnumSource(Setup.class)
    @DisplayName("case 13: an interrupt storm loses no token and makes none")
    void interruptStorm_balanceIsExactAfterwards(Setup setup) {
        LimitRepository one = world.open(setup);
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.custom("rpd", 1_000_000, 1, Duration.ofDays(300)));
        assertThat(took(one, "key", "rpd", 500_000)).isTrue();
        ConcurrentLinkedQueue<Thread> busy = new ConcurrentLinkedQueue<>();
        AtomicBoolean over = new AtomicBoolean();
        Thread storm = new Thread(() -> {
            SplittableRandom random = new SplittableRandom(1);
            while (!over.get()) {
                for (Thread thread : busy) {
                    if (random.nextInt(3) == 0) {
                        thread.interrupt();
                    }
                }
                Thread.onSpinWait();
            }
        });
        storm.start();
        List<Integer> kept = ThreadCrowd.run(8, i -> {
            busy.add(Thread.currentThread());
            int mine = 0;
            for (int k = 0; k < (setup == Setup.MEMORY ? 2000 : 150); k++) {
                try {
                    Lease lease = one.rateLimiter().acquire(take("key", "rpd", 1));
                    mine++;
                    lease.keep();
                } catch (AcquireInterruptedException e) {
                    Thread.interrupted();
                }
            }
            busy.remove(Thread.currentThread());
            return mine;
        });
        over.set(true);
        long used = kept.stream().mapToInt(Integer::intValue).sum();
        settled(one, 500_000 - used);
    }

    /** What goes back is on its way for a moment. */
    private void settled(LimitRepository one, long expected) {
        for (int i = 0; i < 2000 && balance(one, "key", "rpd") != expected; i++) {
            CompletableFuture.runAsync(() -> {}, CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS))
                    .join();
        }
        assertThat(balance(one, "key", "rpd")).isEqualTo(expected);
        assertThat(balance(one, "org", "rpd")).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(Setup.class)
    @DisplayName("case 13: a cancel storm loses no token and makes none")
    void cancelStorm_balanceIsExactAfterwards(Setup setup) {
        LimitRepository one = world.open(setup);
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.custom("rpd", 1_000_000, 1, Duration.ofDays(300)));
        assertThat(took(one, "key", "rpd", 500_000)).isTrue();
        List<Integer> kept = ThreadCrowd.run(4, i -> {
            SplittableRandom random = new SplittableRandom(i);
            List<CompletableFuture<Lease>> mine = new ArrayList<>();
            for (int k = 0; k < 3000; k++) {
                mine.add(one.asyncRateLimiter().acquire(take("key", "rpd", 1)));
                if (random.nextInt(3) == 0) {
                    mine.get(random.nextInt(mine.size())).cancel(true);
                }
            }
            int used = 0;
            for (CompletableFuture<Lease> future : mine) {
                if (random.nextBoolean() && future.cancel(true)) {
                    continue;
                }
                if (!future.isCancelled()) {
                    future.join().keep();
                    used++;
                }
            }
            return used;
        });
        settled(one, 500_000 - kept.stream().mapToInt(Integer::intValue).sum());
    }

    @ParameterizedTest
    @EnumSource(Setup.class)
    @DisplayName("leases used by many threads at once: all that was taken goes back exactly once")
    void lease_manyThreads_endsOnceAndExactly(Setup setup) {
        LimitRepository one = world.open(setup);
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.custom("rpd", 1_000_000, 1, Duration.ofDays(300)));
        assertThat(took(one, "key", "rpd", 500_000)).isTrue();
        long used = 0;
        for (int round = 0; round < 30; round++) {
            Lease lease = one.rateLimiter().acquire(take("key", "rpd", 5));
            boolean giveBack = round % 2 == 0;
            ThreadCrowd.run(8, i -> {
                for (int k = 0; k < 10; k++) {
                    try {
                        switch ((i + k) % 4) {
                            case 0 -> lease.settle("rpd", 5);
                            case 1 -> lease.take("rpd", 3);
                            case 2 -> lease.takeAsync("rpd", 2).cancel(true);
                            default -> {
                                if (k > 6) {
                                    if (giveBack) {
                                        lease.giveBack();
                                    } else {
                                        lease.settle("rpd", 0);
                                        lease.keep();
                                    }
                                }
                            }
                        }
                    } catch (LeaseEndedException ended) {
                        return i;
                    }
                }
                return i;
            });
            lease.close();
            used += giveBack ? 0 : lease.held("rpd");
            settled(one, 500_000 - used);
        }
    }
}
