package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Account;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A thread that is stopped inside a lane, by a debugger or a long pause: nobody waits for it, neither who takes or
 * gives back nor who reads, writes or ends the lane; and what it had begun counts once, or not at all.
 */
@Timeout(60)
class StoppedInALaneTest {

    private static final long CAPACITY = 100_000;
    private static final int STOPPED_TAKES = 7;

    private final ManualClock clock = new ManualClock();
    private final AtomicLong inParts = new AtomicLong();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch goesOn = new CountDownLatch(1);
    private volatile @Nullable Thread toStop;

    /** Stops one thread for a while, before or after it has called a method. */
    private final class Stopping extends ForwardingAccount {
        private final String where;
        private final boolean before;

        Stopping(Account account, String where, boolean before) {
            super(account);
            this.where = where;
            this.before = before;
        }

        @Override
        void called(String method) {
            if (before && method.equals(where)) {
                stop();
            }
        }

        @Override
        public boolean exchange(long[] seen, long[] next) {
            boolean done = super.exchange(seen, next);
            stopAfter("exchange");
            return done;
        }

        @Override
        public boolean exchange(int part, long[] seen, long[] next) {
            boolean done = super.exchange(part, seen, next);
            stopAfter("exchange of a part");
            return done;
        }

        @Override
        public boolean divide(long[] seen, long[] each, int parts) {
            boolean done = super.divide(seen, each, parts);
            stopAfter("divide");
            return done;
        }

        private void stopAfter(String method) {
            if (!before && method.equals(where)) {
                stop();
            }
        }
    }

    private void stop() {
        if (Thread.currentThread() != toStop) {
            return;
        }
        toStop = null;
        stopped.countDown();
        try {
            assertThat(goesOn.await(50, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("e").resource("r").take("x", amount).build();
    }

    @ParameterizedTest(name = "{0}, before: {1}, in parts: {2}")
    @CsvSource({
        "balances, true, false",
        "exchange, true, false",
        "exchange, false, false",
        "divide, true, true",
        "divide, false, true",
        "part, true, true",
        "exchange of a part, true, true",
        "exchange of a part, false, true"
    })
    void takesReadsAndWrites_whileAThreadIsStoppedInALane_waitForNobody(String where, boolean before, boolean divided)
            throws Exception {
        WatchedMemory store = new WatchedMemory(clock, account -> {
            Stopping stopping = new Stopping(account, where, before);
            return divided ? new CrowdedAccount(stopping, inParts) : stopping;
        });
        try (store;
                LimitRepository one =
                        RepositoryBuilder.on(store).environment(clock).build();
                LimitRepository two =
                        RepositoryBuilder.on(store).environment(clock).build()) {
            one.limits().setResourceDefaults("r", Limit.custom("x", CAPACITY, 1, Duration.ofDays(1)));
            RateLimiter limiter = one.rateLimiter();
            // The fourth opens a lane, and the fifth divides its balances, where it loses its exchanges.
            boolean divides = where.equals("divide");
            long taken = divides ? 4 : 5;
            for (int i = 0; i < taken; i++) {
                limiter.acquire(request(1)).keep();
            }
            assertThat(store.accounts.get()).as("accounts").isPositive();
            assertThat(inParts.get() > 0).as("taken from a part").isEqualTo(divided && !divides);

            CompletableFuture<Void> stoppedTake = CompletableFuture.runAsync(() -> {
                toStop = Thread.currentThread();
                limiter.acquire(request(STOPPED_TAKES)).keep();
            });
            assertThat(stopped.await(50, TimeUnit.SECONDS)).isTrue();

            taken += meanwhile(store, one, two);
            boolean counts = !before && !divides;
            assertThat(stoppedTake.isDone()).isFalse();
            assertThat(consumed(store))
                    .as("without or with what the stopped thread has done")
                    .isEqualTo(taken + (counts ? STOPPED_TAKES : 0));

            goesOn.countDown();
            stoppedTake.get(50, TimeUnit.SECONDS);
            assertThat(consumed(store)).isEqualTo(taken + STOPPED_TAKES);
            assertThat(store.bucket().whole("b_x_tk", 0)).isEqualTo((CAPACITY - taken - STOPPED_TAKES) * 1000);
        }
    }

    private static long consumed(WatchedMemory store) {
        return store.bucket().whole("b_x_tc", 0) / 1000;
    }

    /** Whatever else may be done with the bucket, on this thread. Gives how many tokens are held of it in the end. */
    private static long meanwhile(WatchedMemory store, LimitRepository one, LimitRepository two) {
        RateLimiter limiter = one.rateLimiter();
        limiter.acquire(request(3)).keep();
        Lease less = limiter.acquire(request(50));
        less.settle("x", 20);
        less.close();
        limiter.acquire(request(9)).giveBack();
        assertThat(one.rateLimiter().check(request(1)).fits()).isTrue();
        assertThat(store.bucket().has("b_x_tk")).isTrue();
        limiter.explain("e", "r");
        two.rateLimiter().acquire(request(5)).keep();
        limiter.acquire(request(2)).keep();
        store.changes().close();
        assertThat(limiter.tryAcquire(request(CAPACITY)).granted()).isFalse();
        one.limits().setResourceDefaults("r", Limit.custom("x", CAPACITY, 2, Duration.ofDays(1)));
        limiter.acquire(request(1)).keep();
        return 3 + 20 + 5 + 2 + 1;
    }
}
