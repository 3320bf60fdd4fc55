package dev.zaelimiter.tests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.RateLimiter;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.Account;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store of somebody else's whose account throws: the call goes another way, and no tokens are made of it. */
class FaultyAccountTest {

    private static final long CAPACITY = 1_000_000;

    private final ManualClock clock = new ManualClock();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong inParts = new AtomicLong();

    private static final class Faulty extends ForwardingAccount {
        private final String where;

        Faulty(Account account, String where) {
            super(account);
            this.where = where;
        }

        @Override
        void called(String method) {
            if (method.equals(where)) {
                throw new IllegalStateException("this account throws in " + method);
            }
        }
    }

    private static AcquireRequest request(long amount) {
        return AcquireRequest.entity("e").resource("r").take("x", amount).build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"balances", "exchange", "parts", "divide", "part", "exchange of a part", "close", "nothing"})
    void calls_ofAnAccountThatThrows_completeAndTakeWhatTheySay(String where) {
        boolean crowded = List.of("divide", "part", "exchange of a part").contains(where);
        WatchedMemory store = new WatchedMemory(clock, account -> {
            Faulty faulty = new Faulty(account, where);
            return crowded ? new CrowdedAccount(faulty, inParts) : faulty;
        });
        try (store;
                LimitRepository repository = RepositoryBuilder.on(store)
                        .environment(clock)
                        .listener(new LimiterListener() {
                            @Override
                            public boolean hearsImmediateGrants() {
                                return false;
                            }

                            @Override
                            public void lostAdjustment(
                                    String entity,
                                    String resource,
                                    String limit,
                                    long delta,
                                    @Nullable Throwable cause) {
                                lost.addAndGet(-delta);
                            }
                        })
                        .build()) {
            repository.limits().setResourceDefaults("r", Limit.custom("x", CAPACITY, 1, Duration.ofDays(1)));
            RateLimiter limiter = repository.rateLimiter();
            long held = 0;
            for (int i = 0; i < 40; i++) {
                Lease lease = i % 2 == 0
                        ? limiter.acquire(request(10))
                        : repository.asyncRateLimiter().acquire(request(10)).join();
                assertThat(lease.statuses()).hasSize(1);
                switch (i % 4) {
                    case 0 -> lease.settle("x", 13);
                    case 1 -> lease.settle("x", 4);
                    default -> {}
                }
                held += lease.held("x");
                lease.close();
                clock.advance(Duration.ofNanos(i % 8 == 7 ? 1_000_000 : 0));
            }
            limiter.check(request(1));

            assertThat(store.bucket().whole("b_x_tc", 0)).as("consumed").isEqualTo((held + lost.get()) * 1000);
            assertThat(store.bucket().whole("b_x_tk", 0)).as("left").isEqualTo((CAPACITY - held - lost.get()) * 1000);
            assertThat(store.accounts.get()).as("accounts").isPositive();
            if (!where.equals("nothing")) {
                assertThat(store.accounts.get())
                        .as("accounts after one has thrown")
                        .isEqualTo(1);
            }
        }
    }
}
