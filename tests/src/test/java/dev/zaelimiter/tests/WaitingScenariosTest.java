package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireInterruptedException;
import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.Refusal;
import dev.zaelimiter.RepositoryClosedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field cases 21 and 22: waiting for tokens. */
class WaitingScenariosTest {

    private static final Duration LONG = Duration.ofDays(365);

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    @Test
    @DisplayName("case 21: a wait that can't help is refused while no time passes")
    void hopelessWait_refusedAtOnceWithTheRealRetryAfter() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofSeconds(5)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        Instant before = fleet.clock.now();
        for (LimitRepository process : List.of(one, two)) {
            Refusal refusal = process.rateLimiter()
                    .tryAcquire(patient("a", "rpm", 1, Duration.ofSeconds(1)))
                    .refusal();
            assertThat(refusal.retryAfter()).contains(Duration.ofSeconds(5));
            Refusal never = process.rateLimiter()
                    .tryAcquire(patient("a", "rpm", 2, LONG))
                    .refusal();
            assertThat(never.everFits()).isFalse();
            CompletableFuture<Decision> async =
                    process.asyncRateLimiter().tryAcquire(patient("a", "rpm", 1, Duration.ofMillis(4999)));
            assertThat(async).isCompletedWithValueMatching(decision -> !decision.granted());
        }
        assertThat(fleet.clock.now()).isEqualTo(before);
        fleet.seconds(5);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
    }

    @ParameterizedTest
    @DisplayName("case 22: waiters come one after another, first come first served")
    @ValueSource(ints = {1, 2, 5})
    void waiters_10PerSecond_areServedInOrder100MsApart(int processes) {
        List<LimitRepository> all = fleet.processes(processes);
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 10)).isTrue();
        List<Integer> served = new ArrayList<>();
        List<Long> at = new ArrayList<>();
        long start = fleet.clock.wallMillis();
        for (int i = 0; i < 30; i++) {
            int number = i;
            all.get(i % processes)
                    .asyncRateLimiter()
                    .acquire(patient("a", "rps", 1, Duration.ofSeconds(10)))
                    .thenAccept(lease -> {
                        served.add(number);
                        at.add(fleet.clock.wallMillis() - start);
                    });
        }
        assertThat(served).isEmpty();
        assertThat(took(two, "a", "rps", 1)).isFalse();
        fleet.seconds(4);
        for (int i = 0; i < 30; i++) {
            assertThat(served.get(i)).isEqualTo(i);
            assertThat(at.get(i)).isEqualTo(100L * (i + 1));
        }
    }

    @Test
    @DisplayName("a newcomer who does not wait gets nothing before those who do")
    void impatient_behindWaiters_isRefusedUntilTheyAreServed() {
        one.limits().setSystemDefaults(Limit.perSecond("rps", 10));
        assertThat(took(one, "a", "rps", 10)).isTrue();
        List<CompletableFuture<Lease>> waiters = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            waiters.add(one.asyncRateLimiter().acquire(patient("a", "rps", 2, Duration.ofSeconds(1))));
        }
        assertThat(one.asyncRateLimiter().tryAcquire(patient("a", "rps", 1, Duration.ofSeconds(1))))
                .isCompletedWithValueMatching(decision -> !decision.granted());
        for (int step = 1; step <= 10; step++) {
            fleet.millis(100);
            assertThat(took(two, "a", "rps", 1)).isFalse();
            assertThat(waiters.stream().filter(CompletableFuture::isDone)).hasSize(step / 2);
        }
        fleet.millis(100);
        assertThat(took(two, "a", "rps", 1)).isTrue();
    }

    @Test
    @DisplayName("a wait with several limits lasts as long as the slowest needs")
    void wait_severalLimits_isTheLongest() {
        one.limits()
                .setSystemDefaults(
                        Limit.custom("fast", 10, 10, Duration.ofSeconds(1)),
                        Limit.custom("slow", 10, 10, Duration.ofSeconds(100)));
        assertThat(took(one, take("a", "fast", 10, "slow", 10))).isTrue();
        CompletableFuture<Lease> waiting = one.asyncRateLimiter()
                .acquire(AcquireRequest.entity("a")
                        .resource(RESOURCE)
                        .take("fast", 5)
                        .take("slow", 3)
                        .waitAtMost(Duration.ofSeconds(30))
                        .build());
        fleet.millis(29_999);
        assertThat(waiting).isNotDone();
        fleet.millis(1);
        assertThat(waiting).isCompleted();
    }

    @Test
    @DisplayName("a wait with a parent")
    void wait_withParent_isTheLongerOfBothAndCancelsBoth() {
        Requests.family(one, "org", "key", "other");
        one.limits().setEntityDefaults("key", Limit.custom("rpm", 10, 10, Duration.ofSeconds(10)));
        one.limits().setEntityDefaults("other", Limit.perMinute("rpm", 1000));
        one.limits().setEntityDefaults("org", Limit.custom("rpm", 20, 20, Duration.ofSeconds(100)));
        assertThat(took(two, "other", "rpm", 20)).isTrue();
        CompletableFuture<Decision> hopeless =
                one.asyncRateLimiter().tryAcquire(patient("key", "rpm", 2, Duration.ofSeconds(9)));
        assertThat(hopeless).isCompletedWithValueMatching(decision -> !decision.granted());
        assertThat(balance(two, "key", "rpm")).isEqualTo(10);
        CompletableFuture<Lease> waiting =
                one.asyncRateLimiter().acquire(patient("key", "rpm", 2, Duration.ofSeconds(10)));
        CompletableFuture<Lease> cancelled =
                one.asyncRateLimiter().acquire(patient("key", "rpm", 2, Duration.ofSeconds(20)));
        assertThat(balance(two, "key", "rpm")).isEqualTo(6);
        assertThat(balance(two, "org", "rpm")).isEqualTo(-4);
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(balance(two, "key", "rpm")).isEqualTo(8);
        assertThat(balance(two, "org", "rpm")).isEqualTo(-2);
        fleet.millis(9_999);
        assertThat(waiting).isNotDone();
        fleet.millis(1);
        assertThat(waiting).isCompleted();
    }

    @Test
    @DisplayName("cancelling gives back at once")
    void cancel_whileWaiting_givesBackAtOnceAndOnce() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 10, 10, Duration.ofSeconds(100)));
        assertThat(took(one, "a", "rpm", 10)).isTrue();
        List<CompletableFuture<Lease>> waiters = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            waiters.add((i % 2 == 0 ? one : two).asyncRateLimiter().acquire(patient("a", "rpm", 2, LONG)));
        }
        assertThat(balance(two, "a", "rpm")).isEqualTo(-20);
        for (int i = 0; i < 10; i++) {
            assertThat(waiters.get(i).cancel(true)).isTrue();
            assertThat(waiters.get(i).cancel(true)).isTrue();
            assertThat(balance(two, "a", "rpm")).isEqualTo(-18 + 2L * i);
        }
        fleet.seconds(10);
        assertThat(balance(one, "a", "rpm")).isEqualTo(1);
        fleet.seconds(100_000);
        assertThat(Requests.drain(two, "a", "rpm")).isEqualTo(10);
    }

    @Test
    @DisplayName("an interrupt while waiting")
    void interrupt_whileWaiting_givesBackAndKeepsTheFlag() throws Exception {
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofSeconds(1000)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        CompletableFuture<Boolean> flag = new CompletableFuture<>();
        Thread waiter = new Thread(() -> {
            try {
                one.rateLimiter().acquire(patient("a", "rpm", 1, LONG));
                flag.complete(false);
            } catch (AcquireInterruptedException e) {
                flag.complete(Thread.currentThread().isInterrupted());
            }
        });
        waiter.start();
        while (balance(two, "a", "rpm") == 0) {
            Thread.onSpinWait();
        }
        waiter.interrupt();
        assertThat(flag.get(10, TimeUnit.SECONDS)).isTrue();
        assertThat(balance(two, "a", "rpm")).isZero();
        fleet.seconds(1000);
        assertThat(took(two, "a", "rpm", 1)).isTrue();
    }

    @Test
    void acquire_interruptedBefore_throwsAndTakesNothing() {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 5));
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> one.rateLimiter().acquire(take("a", "rpm", 1)))
                .isInstanceOf(AcquireInterruptedException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(balance(one, "a", "rpm")).isEqualTo(5);
    }

    @Test
    @DisplayName("a wait that ends with the repository")
    void close_whileWaiting_endsTheWaitAndGivesBack() {
        LimitRepository closing = fleet.process();
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofSeconds(1000)));
        assertThat(took(closing, "a", "rpm", 1)).isTrue();
        CompletableFuture<Lease> waiting = closing.asyncRateLimiter().acquire(patient("a", "rpm", 1, LONG));
        assertThat(balance(two, "a", "rpm")).isEqualTo(-1);
        closing.close();
        assertThat(waiting).isCompletedExceptionally();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(RepositoryClosedException.class);
        assertThat(balance(two, "a", "rpm")).isZero();
    }

    @Tag("long")
    @Test
    @DisplayName("nothing is left behind by waits that were cancelled")
    void cancelledWaits_leaveNoTimers() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofSeconds(1000)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        List<CompletableFuture<Lease>> weak = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            CompletableFuture<Lease> waiting = one.asyncRateLimiter().acquire(patient("a", "rpm", 1, LONG));
            assertThat(waiting.cancel(false)).isTrue();
            weak.add(waiting);
        }
        assertThat(balance(one, "a", "rpm")).isZero();
        assertThat(one.statistics().granted()).isEqualTo(1001);
        assertThat(weak).allMatch(CompletableFuture::isCancelled);
    }
}
