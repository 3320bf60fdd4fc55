package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.BlockingInCallbackException;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.Lease;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.repository.RepositoryBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A12: a blocking acquire in a callback that ran inline on a file store waited for its own thread, and ended as
 * "unavailable" after the deadline, for others too; one in a listener stopped its bucket for good.
 */
@Tag("threads")
@DisplayName("A12: a blocking call where it would wait for itself")
@Timeout(60)
class BlockingCallbackTest {

    private static final AcquireRequest REQUEST = request("user-1");

    @TempDir
    private Path directory;

    private static AcquireRequest request(String entity) {
        return AcquireRequest.entity(entity).resource("gpt-4").take("rpm", 1).build();
    }

    private RepositoryBuilder file() {
        return EmbeddedRepository.builder(directory.resolve("limits.zae"), Durability.PROCESS_CRASH);
    }

    /** What a blocking program may want to do with a repository. */
    private static Map<String, Runnable> blockingCalls(LimitRepository repository) {
        Map<String, Runnable> calls = new LinkedHashMap<>();
        calls.put("acquire", () -> repository.rateLimiter().acquire(REQUEST).keep());
        calls.put(
                "acquire of another bucket",
                () -> repository.rateLimiter().acquire(request("user-2")).keep());
        calls.put("tryAcquire", () -> repository.rateLimiter().tryAcquire(REQUEST));
        calls.put("check", () -> repository.rateLimiter().check(REQUEST));
        calls.put("explain", () -> repository.rateLimiter().explain("user-1", "gpt-4"));
        calls.put("set limits", () -> repository.limits().setResourceDefaults("other", Limit.perMinute("rpm", 1)));
        calls.put("get entity", () -> repository.entities().get("user-1"));
        return calls;
    }

    /** What came of each call. */
    private static Map<String, Throwable> attempt(LimitRepository repository) {
        Map<String, Throwable> outcomes = new LinkedHashMap<>();
        blockingCalls(repository).forEach((name, call) -> outcomes.put(name, Assertions.catchThrowable(call::run)));
        return outcomes;
    }

    private static void assertRefusedByName(Map<String, Throwable> outcomes, String... words) {
        outcomes.forEach((name, thrown) -> assertThat(thrown)
                .as(name)
                .isInstanceOf(BlockingInCallbackException.class)
                .hasMessageContainingAll(words));
        assertThat(outcomes).hasSize(7);
    }

    private static <T> T inCallback(LimitRepository repository, GatedEnvironment gated, Function<Lease, T> callback) {
        gated.hold();
        CompletableFuture<T> result =
                repository.asyncRateLimiter().acquire(REQUEST).thenApply(callback);
        assertThat(result).as("the write waits for the store's thread").isNotDone();
        gated.release();
        return result.join();
    }

    @Test
    void block_inInlineCallbackOnAFile_isRefusedByNameAndHarmsNobody() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository = file().environment(gated)
                .inlineCallbacks()
                .deadline(Duration.ofSeconds(30))
                .build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            Map<String, Throwable> outcomes = inCallback(repository, gated, lease -> attempt(repository));

            assertRefusedByName(outcomes, "asyncRateLimiter()", "inlineCallbacks()");
            // Only the acquire before and the one that was called back are charged, and nothing was stored.
            assertThat(repository.rateLimiter().check(REQUEST).available("rpm")).isEqualTo(98);
            assertThat(repository.limits().getResourceDefaults("other")).isEmpty();
        }
    }

    @Test
    void block_inCallbackOfAnExecutorThatRunsAtOnce_isRefusedToo() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository =
                file().environment(gated).callbacks(Runnable::run).build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            assertRefusedByName(inCallback(repository, gated, lease -> attempt(repository)), "asyncRateLimiter()");
        }
    }

    @Test
    void acquire_asyncInInlineCallbackOnAFile_isServed() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository =
                file().environment(gated).inlineCallbacks().build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            CompletableFuture<Lease> second = inCallback(
                    repository, gated, lease -> repository.asyncRateLimiter().acquire(REQUEST));

            second.join().keep();
        }
    }

    /** It waited a deadline for corrections that only its own thread could have written. */
    @Test
    void close_inInlineCallbackOnAFile_isRefusedByNameAndTheRepositoryStaysOpen() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository = file().environment(gated)
                .inlineCallbacks()
                .deadline(Duration.ofSeconds(30))
                .build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perHour("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            Throwable refused = inCallback(repository, gated, lease -> {
                lease.giveBack();
                return Assertions.catchThrowable(repository::close);
            });

            assertThat(refused)
                    .isInstanceOf(BlockingInCallbackException.class)
                    .hasMessageContainingAll("close()", "inlineCallbacks()");
            assertThat(repository.rateLimiter().check(REQUEST).available("rpm")).isEqualTo(99);
        }
        try (LimitRepository again = file().build()) {
            assertThat(again.rateLimiter().check(REQUEST).available("rpm")).isGreaterThanOrEqualTo(99);
        }
    }

    @Test
    void close_onceMoreInInlineCallback_isNothing() {
        LimitRepository repository =
                EmbeddedRepository.builder().inlineCallbacks().build();
        repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
        repository
                .asyncRateLimiter()
                .acquire(REQUEST)
                .thenAccept(lease -> repository.close())
                .join();
        repository.close();
    }

    @Test
    void block_inCallbackOfItsOwnThreadOnAFile_isServed() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository = file().environment(gated).build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            Map<String, Throwable> outcomes = inCallback(repository, gated, lease -> attempt(repository));

            assertThat(outcomes.values()).hasSize(7).containsOnlyNulls();
        }
    }

    @Test
    void block_inInlineCallbackOnAnotherStore_isServed() {
        GatedEnvironment gated = new GatedEnvironment();
        try (LimitRepository repository =
                        file().environment(gated).inlineCallbacks().build();
                LimitRepository memory = EmbeddedRepository.inMemory()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            memory.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));
            repository.rateLimiter().acquire(REQUEST).keep();

            Map<String, Throwable> outcomes = inCallback(repository, gated, lease -> attempt(memory));

            assertThat(outcomes.values()).hasSize(7).containsOnlyNulls();
        }
    }

    @Test
    void block_inInlineCallbackInMemory_isServed() {
        ManualClock clock = new ManualClock();
        try (LimitRepository repository = EmbeddedRepository.builder()
                .environment(clock)
                .inlineCallbacks()
                .build()) {
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));

            Map<String, Throwable> outcomes = repository
                    .asyncRateLimiter()
                    .acquire(REQUEST)
                    .thenApply(lease -> attempt(repository))
                    .join();

            assertThat(outcomes.values()).hasSize(7).containsOnlyNulls();
        }
    }

    /** Calls a repository from within, once. */
    private static final class CallsBack implements LimiterListener {
        private final AtomicReference<Map<String, Throwable>> outcomes = new AtomicReference<>();
        private LimitRepository repository;

        @Override
        public void granted(AcquireRequest request, long waitNanos) {
            if (request.entity().equals("user-1") && outcomes.get() == null) {
                outcomes.set(Map.of());
                outcomes.set(attempt(repository));
            }
        }
    }

    private static void assertListenerIsRefused(RepositoryBuilder builder) {
        CallsBack listener = new CallsBack();
        try (LimitRepository repository = builder.listener(listener).build()) {
            listener.repository = repository;
            repository.limits().setResourceDefaults("gpt-4", Limit.perMinute("rpm", 100));

            repository.rateLimiter().acquire(REQUEST).keep();

            assertRefusedByName(listener.outcomes.get(), "LimiterListener", "a thread of your own");
            assertThat(repository.rateLimiter().check(REQUEST).available("rpm")).isEqualTo(99);
        }
    }

    @Test
    void block_inListenerInMemory_isRefusedByName() {
        assertListenerIsRefused(EmbeddedRepository.builder().environment(new ManualClock()));
    }

    @Test
    void block_inListenerOnAFile_isRefusedByName() {
        assertListenerIsRefused(file().environment(new ManualClock()));
    }

    /**
     * The system's environment, whose tasks wait while they are held: so an answer is not there before it is asked for.
     */
    private static final class GatedEnvironment extends ForwardingEnvironment {
        private volatile CountDownLatch gate = new CountDownLatch(0);

        GatedEnvironment() {
            super(Environment.system());
        }

        void hold() {
            gate = new CountDownLatch(1);
        }

        void release() {
            gate.countDown();
        }

        @Override
        public Executor executor() {
            return task -> super.executor().execute(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
                task.run();
            });
        }
    }
}
