package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.RESOURCE;
import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.patient;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.testkit.Fault;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A13, A14: callers who give up, by whatever means a future has, and what they have used by then. */
class GivenUpFuturesTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();

    @AfterEach
    void close() {
        fleet.close();
    }

    static Stream<Arguments> waysToGiveUp() {
        return Stream.of(
                way("cancel", future -> future.cancel(true)),
                way("completeExceptionally", future -> future.completeExceptionally(new TimeoutException())),
                way("complete", future -> future.complete(null)),
                way("completeAsync", future -> future.completeAsync(() -> null, Runnable::run)),
                way(
                        "completeAsync that throws",
                        future -> future.completeAsync(
                                () -> {
                                    throw new IllegalStateException("on purpose");
                                },
                                Runnable::run)),
                way("obtrudeValue", future -> future.obtrudeValue(null)),
                way("obtrudeException", future -> future.obtrudeException(new TimeoutException())));
    }

    private static Arguments way(String name, Consumer<CompletableFuture<?>> giveUp) {
        return Arguments.of(name, giveUp);
    }

    private void oneInTenMinutes() {
        one.limits().setSystemDefaults(Limit.custom("rpm", 1, 1, Duration.ofMinutes(10)));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToGiveUp")
    @DisplayName("A13: whoever ends the future of a wait frees its debt at once")
    void wait_givenUp_freesTheDebt(String name, Consumer<CompletableFuture<Lease>> giveUp) {
        oneInTenMinutes();
        CompletableFuture<Lease> waiting = one.asyncRateLimiter().acquire(patient("a", "rpm", 1, Duration.ofHours(1)));
        CompletableFuture<Lease> behind = one.asyncRateLimiter().acquire(patient("a", "rpm", 1, Duration.ofHours(1)));
        assertThat(balance(one, "a", "rpm")).isEqualTo(-2);
        giveUp.accept(waiting);
        assertThat(balance(one, "a", "rpm")).isEqualTo(-1);
        fleet.seconds(600);
        assertThat(behind).isDone();
        assertThat(balance(one, "a", "rpm")).isZero();
    }

    @Test
    @DisplayName("A13: a time-out frees the debt at once")
    void wait_timedOut_freesTheDebt() throws InterruptedException {
        oneInTenMinutes();
        CountDownLatch over = new CountDownLatch(1);
        CompletableFuture<Lease> waiting = one.asyncRateLimiter()
                .acquire(patient("a", "rpm", 1, Duration.ofHours(1)))
                .orTimeout(1, TimeUnit.MILLISECONDS);
        waiting.whenComplete((lease, failure) -> over.countDown());
        assertThat(over.await(10, TimeUnit.SECONDS)).isTrue();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (balance(one, "a", "rpm") != 0 && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
        assertThat(balance(one, "a", "rpm")).isZero();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToGiveUp")
    @DisplayName(
            "A13: whoever ends the future while its write is under way gets nothing, and it goes back when it lands")
    void write_givenUp_goesBack(String name, Consumer<CompletableFuture<Lease>> giveUp) {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        assertThat(took(one, "a", "rpm", 1)).isTrue();
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> future = one.asyncRateLimiter().acquire(take("a", "rpm", 4));
        giveUp.accept(future);
        fleet.store.release();
        assertThat(balance(one, "a", "rpm")).isEqualTo(9);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToGiveUp")
    @DisplayName("A13: whoever ends a future that has its lease changes nothing: the lease is its owner's")
    void granted_endedAgain_changesNothing(String name, Consumer<CompletableFuture<Lease>> giveUp) {
        one.limits().setSystemDefaults(Limit.perMinute("rpm", 10));
        CompletableFuture<Lease> future = one.asyncRateLimiter().acquire(take("a", "rpm", 4));
        Lease lease = future.join();
        giveUp.accept(future);
        assertThat(balance(one, "a", "rpm")).isEqualTo(6);
        lease.giveBack();
        assertThat(balance(one, "a", "rpm")).isEqualTo(10);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToGiveUp")
    @DisplayName("A13: whoever ends a call that waits for its tokens frees the debt, and the function is not run")
    void call_givenUpWhileItWaits_freesTheDebt(String name, Consumer<CompletableFuture<String>> giveUp) {
        oneInTenMinutes();
        CompletableFuture<String> call = one.asyncRateLimiter()
                .call(patient("a", "rpm", 1, Duration.ofHours(1)), lease -> {
                    throw new AssertionError("was run");
                });
        assertThat(balance(one, "a", "rpm")).isEqualTo(-1);
        giveUp.accept(call);
        assertThat(balance(one, "a", "rpm")).isZero();
        fleet.seconds(3600);
        assertThat(took(one, "a", "rpm", 1)).isTrue();
    }

    private AcquireRequest call() {
        one.limits().setResourceDefaults(RESOURCE, Limit.perMinute("tpm", 10_000), Limit.perMinute("rpm", 100));
        return take("e", "tpm", 500, "rpm", 1);
    }

    private void stand(long tpm, long rpm) {
        assertThat(Requests.balances(one, "e", "tpm", "rpm"))
                .containsEntry("tpm", tpm)
                .containsEntry("rpm", rpm);
    }

    @Test
    @DisplayName(
            "A14: who hangs up after a settle is billed for what was settled, the rest goes back, and the stage is cancelled")
    void call_cancelledAfterASettle_keepsWhatWasSettled() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            lease.settle("tpm", 3_000);
            return upstream;
        });
        assertThat(call.cancel(true)).isTrue();
        assertThat(upstream).isCancelled();
        stand(7_000, 100);
    }

    @Test
    @DisplayName("A14: the same by a time-out, and by an adjust")
    void call_timedOutAfterAnAdjust_keepsWhatWasAdjusted() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            lease.adjust("tpm", -200);
            return upstream;
        });
        assertThat(call.completeExceptionally(new TimeoutException())).isTrue();
        assertThat(upstream).isCancelled();
        stand(9_700, 100);
    }

    @Test
    @DisplayName("A14: who hangs up before anything was settled pays nothing, and the stage is cancelled")
    void call_cancelledBeforeASettle_givesAllBack() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> upstream);
        call.cancel(true);
        assertThat(upstream).isCancelled();
        stand(10_000, 100);
    }

    @Test
    @DisplayName("A14: keep() in the function keeps all of it, whatever becomes of the caller")
    void call_cancelledAfterKeep_keepsAll() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            lease.settle("tpm", 3_000);
            lease.keep();
            return upstream;
        });
        call.cancel(true);
        assertThat(upstream).isCancelled();
        stand(7_000, 99);
    }

    @Test
    @DisplayName("A14: a stage that fails after a settle, and a function that throws after one, keep what was settled")
    void call_thatFailsAfterASettle_keepsWhatWasSettled() {
        CompletableFuture<String> failed = one.asyncRateLimiter().call(call(), lease -> {
            lease.settle("tpm", 3_000);
            return CompletableFuture.failedFuture(new IllegalStateException("the stream broke"));
        });
        assertThatThrownBy(failed::join).hasRootCauseMessage("the stream broke");
        stand(7_000, 100);
        CompletableFuture<String> thrown = one.asyncRateLimiter().call(call(), lease -> {
            lease.settle("tpm", 1_000);
            throw new IllegalStateException("before the stream");
        });
        assertThatThrownBy(thrown::join).hasRootCauseMessage("before the stream");
        stand(6_000, 100);
        assertThatThrownBy(() -> one.rateLimiter().run(call(), lease -> {
                    lease.settle("tpm", 2_000);
                    throw new IllegalStateException("blocking");
                }))
                .hasMessage("blocking");
        stand(4_000, 100);
    }

    @Test
    @DisplayName("A14: what a function took on top goes back unless it was settled")
    void call_cancelledAfterATake_givesThatBackUnlessSettled() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            assertThat(lease.take("tpm", 700).granted()).isTrue();
            assertThat(lease.take("rpm", 2).granted()).isTrue();
            lease.settle("tpm", 900);
            return upstream;
        });
        stand(8_800, 97);
        call.cancel(true);
        stand(9_100, 100);
    }

    @Test
    @DisplayName("A14: a call that its caller completes goes on, and is charged like any other")
    void call_completedByItsCaller_isChargedWhenItEnds() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            lease.settle("tpm", 3_000);
            return upstream;
        });
        call.complete("cached");
        assertThat(upstream).isNotDone();
        upstream.complete("late");
        stand(7_000, 99);
        assertThat(call).isCompletedWithValue("cached");
    }

    @Test
    @DisplayName("a settle after the caller has gone is told that the lease has ended")
    void settle_afterTheCallerHasGone_isTold() {
        CompletableFuture<String> upstream = new CompletableFuture<>();
        Lease[] seen = new Lease[1];
        CompletableFuture<String> call = one.asyncRateLimiter().call(call(), lease -> {
            seen[0] = lease;
            return upstream;
        });
        call.cancel(true);
        assertThatThrownBy(() -> seen[0].settle("tpm", 1)).hasMessageContaining("given up");
        assertThatThrownBy(call::join).isInstanceOf(CancellationException.class);
    }
}
