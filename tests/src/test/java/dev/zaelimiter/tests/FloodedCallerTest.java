package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever works a pipeline for others gets away with its own answer. */
@Timeout(60)
class FloodedCallerTest {

    private static final int MOST_WRITES = 300;
    private static final int FLOOD = 5_000;

    private final ExecutorService others = Executors.newCachedThreadPool();

    @AfterEach
    void close() {
        others.shutdown();
    }

    /**
     * Runs each task on another thread, and goes on when it is done: so what is handed on is always picked up at once.
     */
    private static final class PromptEnvironment extends ForwardingEnvironment {
        private final ExecutorService others;

        PromptEnvironment(ExecutorService others) {
            super(Environment.system());
            this.others = others;
        }

        @Override
        public Executor executor() {
            return task -> CompletableFuture.runAsync(task, others).join();
        }
    }

    /** Whenever one thread writes, somebody else comes for the same bucket meanwhile. */
    private static final class FloodedStore extends ForwardingStore {
        private Runnable another = () -> {};
        private volatile Thread watched;
        private int writes;

        FloodedStore(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            if (Thread.currentThread() == watched && ++writes <= FLOOD) {
                another.run();
            }
            return store.write(write);
        }
    }

    @Test
    @DisplayName("A28: a blocking caller worked for a flood of asynchronous ones, 12.7 s at a deadline of 1 s")
    void acquire_floodOfOthers_leavesAfterABoundedPartOfTheirWork() {
        FloodedStore store = new FloodedStore(new InMemoryStore(Environment.system()));
        try (store;
                LimitRepository repository = RepositoryBuilder.on(store)
                        .environment(new PromptEnvironment(others))
                        .namespace("flood")
                        .inlineCallbacks()
                        .build()) {
            repository.limits().setSystemDefaults(Limit.perSecond("rps", Limit.MAX_AMOUNT));
            AcquireRequest request = take("a", "rps", 1);
            repository.rateLimiter().acquire(request).keep();
            store.another = () -> CompletableFuture.runAsync(
                            () -> repository.asyncRateLimiter().tryAcquire(request), others)
                    .join();
            store.watched = Thread.currentThread();
            repository.rateLimiter().acquire(request).keep();
            store.watched = null;
            assertThat(store.writes).isBetween(2, MOST_WRITES);
        }
    }
}
