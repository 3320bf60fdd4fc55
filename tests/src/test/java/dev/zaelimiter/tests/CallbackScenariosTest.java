package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.balance;
import static dev.zaelimiter.tests.Requests.take;
import static dev.zaelimiter.tests.Requests.took;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.AsyncRateLimiter;
import dev.zaelimiter.BlockingInCallbackException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What may be done in a callback: acquire again, block, chain without end; and virtual threads. */
@Tag("long")
@Timeout(60)
class CallbackScenariosTest {

    private static final int MILLION = 1_000_000;

    private final InMemoryStore memory = new InMemoryStore(Environment.system());
    private final List<LimitRepository> open = new ArrayList<>();
    private final AcquireRequest one = take("a", "rpd", 1);

    @AfterEach
    void close() {
        open.forEach(LimitRepository::close);
        memory.close();
    }

    private LimitRepository open(boolean inline, boolean late) {
        return open(inline, late ? new LateStore(memory, Environment.system(), Duration.ofMillis(1)) : memory);
    }

    private LimitRepository open(boolean inline, ItemStore store) {
        RepositoryBuilder builder = RepositoryBuilder.on(store).deadline(Duration.ofSeconds(20));
        LimitRepository repository = (inline ? builder.inlineCallbacks() : builder).build();
        repository.limits().setSystemDefaults(Limit.custom("rpd", 100_000_000, 1, Duration.ofDays(3000)));
        open.add(repository);
        return repository;
    }

    @ParameterizedTest
    @CsvSource({"true, false", "false, true", "false, false"})
    void callback_acquiresBlockingOnTheSameBucket_goesOn(boolean inline, boolean late) throws Exception {
        LimitRepository repository = open(inline, late);
        List<CompletableFuture<Boolean>> all = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            all.add(repository.asyncRateLimiter().acquire(one).thenApply(lease -> took(repository, one)));
        }
        for (CompletableFuture<Boolean> each : all) {
            assertThat(each.get(20, TimeUnit.SECONDS)).isTrue();
        }
        assertThat(balance(repository, "a", "rpd")).isEqualTo(100_000_000 - 100);
    }

    /** On the thread that brings the answers a blocking acquire might wait for itself (A12). */
    @Test
    void callback_acquiresBlockingOnTheThreadOfTheAnswers_isRefusedByName() {
        HoldingStore holding = new HoldingStore(memory);
        LimitRepository repository = open(true, new LateStore(holding, Environment.system(), Duration.ofMillis(1)));
        // An answer that came before the callback was attached would run it on this thread, which may block.
        holding.hold();
        CompletableFuture<Boolean> inner =
                repository.asyncRateLimiter().acquire(one).thenApply(lease -> took(repository, one));
        holding.release();
        assertThat(inner)
                .failsWithin(Duration.ofSeconds(20))
                .withThrowableThat()
                .withCauseInstanceOf(BlockingInCallbackException.class);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void callback_joinsAFutureOfTheSameBucket_goesOn(boolean inline, boolean late) throws Exception {
        LimitRepository repository = open(inline, late);
        AsyncRateLimiter limiter = repository.asyncRateLimiter();
        List<CompletableFuture<Lease>> all = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            all.add(limiter.acquire(one)
                    .thenApply(lease -> limiter.acquire(one)
                            .thenApply(inner -> limiter.acquire(one).join())
                            .join()));
        }
        for (CompletableFuture<Lease> each : all) {
            assertThat(each.get(20, TimeUnit.SECONDS)).isNotNull();
        }
        assertThat(balance(repository, "a", "rpd")).isEqualTo(100_000_000 - 60);
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    @DisplayName("a callback after a wait may wait itself: it does not sit on the thread of all timers")
    void callback_afterAWait_waitsAgain_goesOn(boolean inline, boolean late) throws Exception {
        LimitRepository repository = open(inline, late);
        repository.limits().setEntityDefaults("slow", Limit.custom("rps", 1, 20, Duration.ofSeconds(1)));
        AcquireRequest patient = Requests.patient("slow", "rps", 1, Duration.ofSeconds(10));
        assertThat(took(repository, "slow", "rps", 1)).isTrue();
        List<CompletableFuture<Lease>> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(repository
                    .asyncRateLimiter()
                    .acquire(patient)
                    .thenApply(lease ->
                            repository.asyncRateLimiter().acquire(patient).join())
                    .thenApply(lease -> repository.rateLimiter().acquire(patient)));
        }
        for (CompletableFuture<Lease> each : all) {
            assertThat(each.get(20, TimeUnit.SECONDS)).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("10^6 in a chain that a loop builds")
    void chainBuiltByALoop_aMillion_noOverflow(boolean inline) throws Exception {
        AsyncRateLimiter limiter = open(inline, false).asyncRateLimiter();
        CompletableFuture<Lease> chain = limiter.acquire(one);
        for (int i = 1; i < (inline ? MILLION : MILLION / 20); i++) {
            chain = chain.thenCompose(lease -> limiter.acquire(one));
        }
        assertThat(chain.get(50, TimeUnit.SECONDS)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("10^6 in a chain that calls itself")
    void recursiveChain_aMillion_noOverflow(boolean inline) throws Exception {
        AsyncRateLimiter limiter = open(inline, false).asyncRateLimiter();
        CompletableFuture<Integer> done = new CompletableFuture<>();
        step(limiter, inline ? MILLION : MILLION / 20, done);
        assertThat(done.get(50, TimeUnit.SECONDS)).isZero();
    }

    private void step(AsyncRateLimiter limiter, int left, CompletableFuture<Integer> done) {
        limiter.acquire(one).whenComplete((lease, failure) -> {
            try {
                if (failure != null || left == 0) {
                    done.complete(left);
                } else {
                    step(limiter, left - 1, done);
                }
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 63, 64})
    @DisplayName("a chain whose steps take several times, and go on from the first")
    void recursiveChain_severalTakesPerStep_noOverflow(int perStep) throws Exception {
        AsyncRateLimiter limiter = open(true, false).asyncRateLimiter();
        CompletableFuture<Integer> done = new CompletableFuture<>();
        wideStep(limiter, perStep, 60_000 / perStep + 10_000, done);
        assertThat(done.get(50, TimeUnit.SECONDS)).isZero();
    }

    private void wideStep(AsyncRateLimiter limiter, int perStep, int left, CompletableFuture<Integer> done) {
        limiter.acquire(one).whenComplete((lease, failure) -> {
            try {
                for (int i = 1; i < perStep; i++) {
                    limiter.acquire(one).join();
                }
                if (failure != null || left == 0) {
                    done.complete(left);
                } else {
                    wideStep(limiter, perStep, left - 1, done);
                }
            } catch (Throwable e) {
                done.completeExceptionally(new CompletionException(e));
            }
        });
    }

    @Test
    @DisplayName("a callback that throws, or blocks, holds nobody else up by default")
    void callback_thatThrowsOrBlocks_holdsNobodyUp() throws Exception {
        LimitRepository repository = open(false, true);
        CompletableFuture<Void> never = new CompletableFuture<>();
        CountDownLatch blocked = new CountDownLatch(10);
        // On threads of their own: whoever comes when the answer is there already is called back on his own thread.
        for (int i = 0; i < 10; i++) {
            new Thread(() -> {
                        repository.asyncRateLimiter().acquire(one).thenAccept(lease -> {
                            blocked.countDown();
                            never.join();
                        });
                        repository.asyncRateLimiter().acquire(one).thenAccept(lease -> {
                            throw new IllegalStateException("a fault of the user");
                        });
                    })
                    .start();
        }
        for (int i = 0; i < 100; i++) {
            assertThat(repository.asyncRateLimiter().acquire(one).get(10, TimeUnit.SECONDS))
                    .isNotNull();
        }
        assertThat(blocked.await(10, TimeUnit.SECONDS)).isTrue();
        never.complete(null);
    }

    @Test
    @DisplayName("10,000 virtual threads, and none is pinned")
    void virtualThreads_tenThousand_noneIsPinned(@TempDir java.nio.file.Path directory) throws Exception {
        assumeTrue(Runtime.version().feature() >= 21, "virtual threads are there from 21 on");
        ThreadFactory virtual = (ThreadFactory) Class.forName("java.lang.Thread$Builder")
                .getMethod("factory")
                .invoke(Thread.class.getMethod("ofVirtual").invoke(null));
        LimitRepository repository = open(false, true);
        Requests.family(repository, "org", "key");
        java.nio.file.Path file = directory.resolve("pinned.jfr");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            recording.start();
            List<Boolean> granted = ThreadCrowd.run(virtual, 10_000, i -> {
                AcquireRequest request = take(i % 3 == 0 ? "key" : "e" + i % 10, "rpd", 1);
                return repository.rateLimiter().<Boolean, RuntimeException>call(request, lease -> {
                    lease.settle("rpd", 2);
                    return true;
                });
            });
            recording.stop();
            recording.dump(file);
            assertThat(granted).hasSize(10_000);
        }
        assertThat(RecordingFile.readAllEvents(file).stream()
                        .filter(event -> event.toString().contains("dev.zaelimiter")))
                .isEmpty();
        assertThat(balance(repository, "org", "rpd")).isEqualTo(100_000_000 - 2 * 3334);
    }
}
