package dev.zaelimiter.tests;

import static dev.zaelimiter.tests.Requests.take;
import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Environment;
import dev.zaelimiter.Limit;
import dev.zaelimiter.LimitRepository;
import dev.zaelimiter.embedded.InMemoryStore;
import dev.zaelimiter.repository.RepositoryBuilder;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever works a pipeline for others gets away with its own answer. */
@Timeout(60)
class FloodedCallerTest {

    /** Steps after which the work is handed on, and what one step may write besides. */
    private static final int MOST_WRITES = 600;

    private static final int MOST_FLOOD = 400_000;
    private static final int MOST_OPEN = 2_000;

    /** Counts the writes that one thread makes, and has it wait in the first of them until the flood is there. */
    private static final class WatchedStore extends ForwardingStore {
        private final CountDownLatch working = new CountDownLatch(1);
        private final CountDownLatch flooded = new CountDownLatch(1);
        private volatile Thread watched;
        private int writes;

        WatchedStore(ItemStore store) {
            super(store);
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            if (Thread.currentThread() == watched && writes++ == 0) {
                working.countDown();
                try {
                    assertThat(flooded.await(20, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return store.write(write);
        }
    }

    @Test
    @DisplayName("A28: a blocking caller worked for a flood of asynchronous ones, 12.7 s at a deadline of 1 s")
    void acquire_floodOfOthers_leavesAfterABoundedPartOfTheirWork() throws Exception {
        WatchedStore store = new WatchedStore(new InMemoryStore(Environment.system()));
        try (store;
                LimitRepository repository =
                        RepositoryBuilder.on(store).namespace("flood").inlineCallbacks().build()) {
            repository.limits().setSystemDefaults(Limit.perSecond("rps", Limit.MAX_AMOUNT));
            AcquireRequest request = take("a", "rps", 1);
            repository.rateLimiter().acquire(request).keep();

            AtomicInteger sent = new AtomicInteger();
            AtomicInteger open = new AtomicInteger();
            CountDownLatch left = new CountDownLatch(1);
            Thread[] flood = new Thread[2];
            for (int i = 0; i < flood.length; i++) {
                flood[i] = new Thread(() -> flood(repository, request, store, sent, open, left));
                flood[i].start();
            }
            store.watched = Thread.currentThread();
            repository.rateLimiter().acquire(request).keep();
            store.watched = null;
            left.countDown();
            for (Thread each : flood) {
                each.join();
            }
            assertThat(store.writes).isLessThanOrEqualTo(MOST_WRITES);
            assertThat(sent.get()).isLessThan(MOST_FLOOD);
        }
    }

    private static void flood(
            LimitRepository repository,
            AcquireRequest request,
            WatchedStore store,
            AtomicInteger sent,
            AtomicInteger open,
            CountDownLatch left) {
        try {
            assertThat(store.working.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        while (left.getCount() > 0 && sent.get() < MOST_FLOOD) {
            if (open.get() < MOST_OPEN) {
                open.incrementAndGet();
                repository
                        .asyncRateLimiter()
                        .tryAcquire(request)
                        .whenComplete((decision, failure) -> open.decrementAndGet());
                if (sent.incrementAndGet() == MOST_OPEN / 2) {
                    store.flooded.countDown();
                }
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
