package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A host that has no thread to give, for tasks or for timers: nobody waits for ever. */
@Timeout(20)
class NoThreadScenariosTest {

    private final Fleet fleet = new Fleet();
    private final Poor poor = new Poor(fleet.clock);
    private LimitRepository repository;
    private AsyncRateLimiter limiter;

    /** Has no threads while the test says so. */
    private static final class Poor extends ForwardingEnvironment {
        private boolean refusesTasks;
        private boolean refusesTimers;

        Poor(Environment environment) {
            super(environment);
        }

        @Override
        public Executor executor() {
            Executor usual = super.executor();
            return task -> {
                if (refusesTasks) {
                    throw new RejectedExecutionException("no thread");
                }
                usual.execute(task);
            };
        }

        @Override
        public Timer schedule(Runnable task, long delayNanos) {
            if (refusesTimers) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return super.schedule(task, delayNanos);
        }
    }

    @BeforeEach
    void open() {
        repository = RepositoryBuilder.on(fleet.store)
                .environment(poor)
                .namespace("scenarios")
                .deadline(Duration.ofMillis(300))
                .build();
        Requests.family(repository, "org", "key");
        repository.limits().setSystemDefaults(Limit.perSecond("rps", 1));
        limiter = repository.asyncRateLimiter();
    }

    @AfterEach
    void close() {
        poor.refusesTasks = false;
        poor.refusesTimers = false;
        fleet.store.clearScript();
        fleet.store.release();
        repository.close();
        fleet.close();
    }

    private static AcquireRequest patient(String entity) {
        return Requests.patient(entity, "rps", 1, Duration.ofSeconds(5));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that refuses: who sleeps until there are tokens is woken all the same")
    void executor_thatRefuses_sleepersWakeUp(String entity) {
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            all.add(limiter.acquire(patient(entity)));
        }
        poor.refusesTasks = true;
        for (int i = 0; i < 4; i++) {
            fleet.seconds(1);
        }
        assertThat(all).allSatisfy(each -> assertThat(each).isCompleted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName("an executor that refuses: a store that hangs keeps nobody past the deadline")
    void executor_thatRefuses_deadlinesPass(String entity) {
        poor.refusesTasks = true;
        fleet.store.failNextWrites(Fault.HANG, 3);
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(limiter.acquire(take(entity, "rps", 1)));
            all.add(limiter.acquire(patient(entity)));
        }
        fleet.seconds(10);
        assertThat(all).allSatisfy(each -> assertThat(each).isDone());
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "key"})
    @DisplayName(
            "a timer that refuses: who had to sleep was never woken, and a store that hung kept its callers for ever")
    void timer_thatRefuses_nobodyIsForgotten(String entity) {
        repository.limits().setSystemDefaults(Limit.perSecond("rps", 20));
        assertThat(limiter.acquire(take(entity, "rps", 20))).isCompleted();
        poor.refusesTimers = true;
        List<CompletableFuture<?>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(limiter.tryAcquire(take(entity, "rps", 1)));
            all.add(limiter.acquire(patient(entity)));
            all.add(limiter.check(take(entity, "rps", 1)));
        }
        fleet.seconds(1);
        fleet.store.failNextWrites(Fault.HANG, 1);
        all.add(limiter.tryAcquire(take(entity, "rps", 1)));
        fleet.seconds(2);
        // These timers are the system's, and know nothing of the time that the test has made.
        assertThat(all).allSatisfy(NoThreadScenariosTest::isDoneSoon);
        fleet.store.release();
        CompletableFuture<?> next = limiter.acquire(patient(entity));
        isDoneSoon(next);
        assertThat(next).isCompleted();
    }

    private static void isDoneSoon(CompletableFuture<?> call) {
        assertThat(call.handle((answer, failure) -> true)).succeedsWithin(Duration.ofSeconds(15));
    }
}
