package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.family;
import static dev.zaelimiter.tests.Requests.lease;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Decision;
import dev.zaelimiter.Lease;
import dev.zaelimiter.LeaseEndedException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.RateLimitExceededException;
import dev.zaelimiter.testkit.Fault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Field cases 13 to 15: however the work ends, its tokens go back once, not twice, not never. */
class LeaseEndingScenariosTest {

    private final Fleet fleet = new Fleet();
    private final LimitRepository one = fleet.process();
    private final LimitRepository two = fleet.process();
    private final AcquireRequest ten = take("key", "tpm", 10);

    @BeforeEach
    void limits() {
        family(one, "org", "key");
        // A second consumer keeps both below their ceilings, where a token given back twice would show.
        one.limits().setSystemDefaults(Limit.perDay("tpm", 1000));
        assertThat(took(two, "key", "tpm", 500)).isTrue();
    }

    @AfterEach
    void close() {
        fleet.close();
    }

    private void left(long tokens) {
        for (LimitRepository process : List.of(one, two)) {
            assertThat(balance(process, "key", "tpm")).isEqualTo(tokens);
            assertThat(balance(process, "org", "tpm")).isEqualTo(tokens);
        }
    }

    @Test
    @DisplayName("case 13: exception; what was settled before it was used, and is kept (A14)")
    void call_throwsChecked_givesBackOnceAndThrowsIt() {
        assertThatThrownBy(() -> one.rateLimiter().call(ten, lease -> {
                    lease.settle("tpm", 300);
                    throw new IOException("no model");
                }))
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> one.rateLimiter().run(ten, lease -> {
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);
        left(200);
        assertThatThrownBy(() -> one.rateLimiter().call(ten, lease -> {
                    throw new IOException("no model");
                }))
                .isInstanceOf(IOException.class);
        left(200);
    }

    @Test
    @DisplayName("case 13: error")
    void call_throwsError_givesBackOnce() {
        assertThatThrownBy(() -> one.rateLimiter().call(ten, lease -> {
                    lease.take("tpm", 5);
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        left(500);
    }

    @Test
    @DisplayName("the function ends the lease itself")
    void call_functionEndsItsLease_itsWordCounts() {
        assertThat(one.rateLimiter().<Integer, RuntimeException>call(ten, lease -> {
                    lease.giveBack();
                    return 1;
                }))
                .isEqualTo(1);
        left(500);
        assertThatThrownBy(() -> one.rateLimiter().run(ten, lease -> {
                    lease.settle("tpm", 1);
                    lease.keep();
                    throw new IllegalStateException();
                }))
                .isInstanceOf(IllegalStateException.class);
        left(499);
        assertThatThrownBy(() -> one.rateLimiter().run(ten, lease -> {
                    lease.giveBack();
                    lease.giveBack();
                }))
                .isInstanceOf(LeaseEndedException.class);
        left(499);
    }

    @Test
    @DisplayName("case 13: interrupted thread")
    void call_functionInterrupted_givesBackAndKeepsTheFlag() {
        assertThatThrownBy(() -> one.rateLimiter().run(ten, lease -> {
                    Thread.currentThread().interrupt();
                    new CompletableFuture<>().get();
                }))
                .isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        left(500);
        one.rateLimiter().run(ten, lease -> Thread.currentThread().interrupt());
        assertThat(Thread.interrupted()).isTrue();
        left(490);
    }

    @Test
    @DisplayName("case 13: closed by try-with-resources keeps; a stream closed half-way")
    void lease_closedWithItsScope_keepsWhatWasSaid() {
        try (Lease lease = lease(one, "key", "tpm", 10)) {
            lease.settle("tpm", 7);
        }
        left(493);
        Lease streamed = lease(one, "key", "tpm", 10);
        try (Stream<Integer> tokens = IntStream.range(0, 100).boxed().onClose(streamed::close)) {
            tokens.limit(3).forEach(token -> streamed.settle("tpm", token + 1));
        }
        left(490);
        streamed.close();
        left(490);
    }

    @Test
    @DisplayName("refused: the function does not run")
    void call_refused_doesNotRun() {
        assertThatThrownBy(() -> one.rateLimiter().run(take("key", "tpm", 501), lease -> {
                    throw new AssertionError("ran");
                }))
                .isInstanceOf(RateLimitExceededException.class);
        left(500);
    }

    @Test
    @DisplayName("async: stage fails, function throws, no stage at all")
    void asyncCall_fails_givesBackOnce() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> failed = one.asyncRateLimiter().call(ten, lease -> stage);
        left(490);
        stage.completeExceptionally(new IOException("gone"));
        assertThatThrownBy(failed::join).isInstanceOf(CompletionException.class).hasCauseInstanceOf(IOException.class);
        left(500);
        CompletableFuture<String> threw = one.asyncRateLimiter().call(ten, lease -> {
            throw new NoClassDefFoundError("x");
        });
        assertThat(threw).isCompletedExceptionally();
        CompletableFuture<String> none = one.asyncRateLimiter().call(ten, lease -> null);
        assertThat(none).isCompletedExceptionally();
        left(500);
    }

    @Test
    @DisplayName("case 13, peer 7: cancelled future")
    void asyncCall_cancelledWhileTheFunctionRuns_givesBackOnce() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = one.asyncRateLimiter().call(ten, lease -> stage);
        left(490);
        assertThat(result.cancel(true)).isTrue();
        left(500);
        stage.complete("late");
        left(500);
        assertThatThrownBy(result::join).isInstanceOf(CancellationException.class);
    }

    @Test
    void asyncCall_succeeds_keepsAndSettles() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = one.asyncRateLimiter().call(ten, lease -> {
            lease.settle("tpm", 25);
            return stage;
        });
        stage.complete("done");
        assertThat(result).isCompletedWithValue("done");
        left(475);
        assertThat(result.cancel(true)).isFalse();
        left(475);
    }

    @Test
    @DisplayName("case 13, peer 7: cancelled while the write is under way")
    void acquire_cancelledInFlight_givesBackWhenTheAnswerComes() {
        fleet.store.failNextWrites(Fault.HANG, 1);
        CompletableFuture<Lease> first = one.asyncRateLimiter().acquire(ten);
        CompletableFuture<Decision> queued = one.asyncRateLimiter().tryAcquire(ten);
        assertThat(first).isNotDone();
        assertThat(first.cancel(false)).isTrue();
        assertThat(queued.cancel(false)).isTrue();
        fleet.store.release();
        left(500);
    }

    @Test
    @DisplayName("case 14: the write of an adjustment fails: it is retried, and the count equals what was used")
    void settle_writeFails_isRetriedUntilExact() {
        int used = 0;
        List<Fault> faults = List.of(
                Fault.THROTTLED, Fault.UNREACHABLE, Fault.LOST_APPLIED, Fault.LOST_NOT_APPLIED, Fault.THROTTLED);
        for (Fault fault : faults) {
            for (int times : new int[] {1, 3}) {
                for (long total : new long[] {3, 17}) {
                    Lease lease = lease(one, "key", "tpm", 10);
                    lease.settle("tpm", total);
                    fleet.store.failNextWrites(fault, times);
                    lease.keep();
                    fleet.seconds(2);
                    assertThat(fleet.store.scripted()).isZero();
                    used += (int) total;
                    // Two seconds of a thousand a day refill less than a token in the whole test.
                    assertThat(balance(two, "key", "tpm"))
                            .as("%s x%d %d", fault, times, total)
                            .isEqualTo(500 - used);
                    assertThat(balance(two, "org", "tpm"))
                            .as("%s x%d %d", fault, times, total)
                            .isEqualTo(500 - used);
                }
            }
        }
        assertThat(one.statistics().lostAdjustments()).isZero();
    }

    @Test
    @DisplayName("case 15: estimates are held for the whole of a stream; n streams can't pass the limit")
    void streams_holdingEstimates_neverPassTheLimitTogether() {
        List<Lease> streams = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            LimitRepository process = i % 2 == 0 ? one : two;
            process.rateLimiter().tryAcquire(take("key", "tpm", 120)).match(streams::add, refusal -> false);
        }
        assertThat(streams).hasSize(4);
        left(20);
        fleet.seconds(30);
        assertThat(took(two, "key", "tpm", 21)).isFalse();
        for (Lease stream : streams) {
            stream.settle("tpm", 100);
        }
        assertThat(took(two, "key", "tpm", 21)).isFalse();
        streams.forEach(Lease::close);
        left(100);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 4, 30})
    void correction_plannedOnAnOldImage_isWrittenAllTheSame_thoughNobodyComesAfterIt(long used) {
        Lease lease = lease(one, "solo", "tpm", 10);
        assertThat(took(two, "solo", "tpm", 100)).isTrue();
        lease.settle("tpm", used);
        lease.keep();
        assertThat(fleet.bucket("solo", Requests.RESOURCE).whole("b_tpm_tk", 0)).isEqualTo(900_000 - used * 1000);
    }
}
