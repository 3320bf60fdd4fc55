package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the user hands in, executors and listeners, may fail: nobody is forgotten, and no token lost. */
@Timeout(20)
class OthersFaultsScenariosTest {

    private final Fleet fleet = new Fleet();

    @AfterEach
    void close() {
        fleet.close();
    }

    private LimitRepository with(Executor callbacks) {
        LimitRepository repository = fleet.process(b -> b.callbacks(callbacks).deadline(Duration.ofMillis(300)));
        Requests.family(repository, "org", "key");
        repository.limits().setSystemDefaults(Limit.perDay("rpd", 1000));
        return repository;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that refuses tasks: futures complete all the same, elsewhere")
    void executor_thatRejects_everyFutureCompletes(String entity) {
        LimitRepository one = with(task -> {
            throw new RejectedExecutionException("shut down");
        });
        AsyncRateLimiter limiter = one.asyncRateLimiter();
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            fleet.store.failNextWrites(Fault.HANG, round);
            for (int i = 0; i < 5; i++) {
                all.add(limiter.acquire(take(entity, "rpd", 1)));
            }
            all.add(limiter.tryAcquire(take(entity, "rpd", 1001)));
            all.add(limiter.check(take(entity, "rpd", 1)));
            all.add(limiter.explain(entity, Requests.RESOURCE));
            fleet.store.release();
            fleet.store.release();
        }
        for (CompletableFuture<?> each : all) {
            assertThat(each).isCompleted();
        }
        assertThat(balance(one, entity, "rpd")).isEqualTo(985);
        fleet.store.down();
        CompletableFuture<Lease> failing = limiter.acquire(take(entity, "rpd", 1));
        fleet.seconds(1);
        assertThat(failing).isCompletedExceptionally();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that can't start a thread lost the futures of all who were to be told in that round")
    void executor_withoutAThread_everyFutureCompletes(String entity) {
        AsyncRateLimiter limiter = with(task -> {
                    throw new OutOfMemoryError("unable to create native thread");
                })
                .asyncRateLimiter();
        fleet.store.failNextWrites(Fault.HANG, 1);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(limiter.acquire(take(entity, "rpd", 1)));
        }
        fleet.store.release();
        assertThat(all).allSatisfy(each -> assertThat(each).isCompleted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that throws after it has run a task: what its callers had taken went back under them")
    void executor_thatRunsAndThrows_leavesLeasesTaken(String entity) {
        LimitRepository one = with(task -> {
            task.run();
            throw new IllegalStateException("after it was run");
        });
        for (int i = 0; i < 5; i++) {
            assertThat(one.asyncRateLimiter().acquire(take(entity, "rpd", 1))).isCompleted();
        }
        fleet.seconds(1);
        assertThat(balance(one, entity, "rpd")).isEqualTo(995);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that runs tasks where it is called: callbacks may block on the same bucket")
    void executor_thatRunsInline_callbacksMayBlock(String entity) {
        LimitRepository one = with(Runnable::run);
        AsyncRateLimiter limiter = one.asyncRateLimiter();
        for (int round = 0; round < 2; round++) {
            fleet.store.failNextWrites(Fault.HANG, round);
            List<CompletableFuture<Boolean>> all = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                all.add(limiter.acquire(take(entity, "rpd", 1))
                        .thenCompose(lease -> limiter.acquire(take(entity, "rpd", 1)))
                        .thenApply(lease -> took(one, entity, "rpd", 1)));
            }
            fleet.store.release();
            assertThat(all).allSatisfy(each -> assertThat(each).isCompletedWithValue(true));
        }
        assertThat(balance(one, entity, "rpd")).isEqualTo(970);
    }

    @Test
    @DisplayName("an executor that runs tasks later: nothing waits for it but the callers")
    void executor_thatIsLate_holdsUpNobodyElse() {
        Deque<Runnable> later = new ArrayDeque<>();
        LimitRepository one = with(later::add);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(take("a", "rpd", 1));
        assertThat(took(one, "a", "rpd", 1)).isTrue();
        assertThat(first).isNotDone();
        while (!later.isEmpty()) {
            later.poll().run();
        }
        assertThat(first).isCompleted();
    }

    /** Throws whatever it hears. */
    private static final class Throwing implements LimiterListener {
        private int heard;

        private void say() {
            heard++;
            throw new AssertionError("thrown on purpose");
        }

        @Override
        public void granted(AcquireRequest request, long waitNanos) {
            say();
        }

        @Override
        public void refused(Refusal refusal, boolean local) {
            say();
        }

        @Override
        public void degraded(String entity, String resource, boolean admitted, Throwable cause) {
            say();
        }

        @Override
        public void lostAdjustment(String entity, String resource, String limit, long delta, Throwable cause) {
            say();
        }

        @Override
        public void skippedLimit(String entity, String resource, String limit) {
            say();
        }

        @Override
        public void configLoaded(String key, boolean found) {
            say();
        }

        @Override
        public void wrote(BucketWrite write) {
            say();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("a listener that throws an Error at every word changes nothing")
    void listener_thatThrowsErrors_changesNothing(String entity) {
        Throwing listener = new Throwing();
        LimitRepository one = fleet.process(b -> b.listener(listener).deadline(Duration.ofMillis(300)));
        Requests.family(one, "org", "key");
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100), Limit.perDay("old", 100));
        Lease lease = lease(one, entity, "rpd", 10);
        lease.settle("rpd", 30);
        lease.keep();
        assertThat(took(one, entity, "rpd", 71)).isFalse();
        one.limits().setSystemDefaults(Limit.perDay("rpd", 100));
        assertThat(took(one, take(entity, "rpd", 1, "old", 1))).isTrue();
        lease(one, entity, "rpd", 5).giveBack();
        assertThat(balance(one, entity, "rpd")).isEqualTo(69);

        AcquireRequest allowed = Requests.builder(entity)
                .take("rpd", 1)
                .onUnavailable(OnUnavailable.ALLOW)
                .build();
        Lease late = lease(one, entity, "rpd", 9);
        late.settle("rpd", 19);
        fleet.store.down();
        CompletableFuture<Lease> degraded = one.asyncRateLimiter().acquire(allowed);
        late.keep();
        fleet.seconds(30);
        assertThat(degraded).isCompleted();
        fleet.store.up();
        fleet.seconds(1);
        assertThat(one.statistics().lostAdjustments()).isEqualTo(entity.equals("key") ? 2 : 1);
        assertThat(balance(one, entity, "rpd")).isEqualTo(60);
        assertThat(one.statistics().skippedLimits()).isPositive();
        assertThat(listener.heard).isGreaterThan(10);
    }
}
