package dev.zaelimiter.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ForwardingEnvironment;
import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import dev.zaelimiter.store.WriteShape.Action;
import dev.zaelimiter.store.WriteShape.Verb;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A reader never waits for a writer, and sees a transaction whole. */
@Tag("threads")
@Timeout(60)
class LockFreeReadsTest {

    private static final WriteShape INCREMENT =
            WriteShape.update(null, List.of(new Action(Verb.ADD, "n", new Operand.Constant(AttributeValue.of(1)))));

    @Test
    void read_whileAWriterHoldsTheLock_answers() throws Exception {
        HeldClock clock = new HeldClock();
        try (InMemoryStore store = new InMemoryStore(clock)) {
            Item item = Item.builder(Key.of("p", "s"))
                    .put("n", 1)
                    .put("ttl", Long.MAX_VALUE - 1)
                    .build();
            store.write(Write.put(WriteShape.put(null), item)).join();
            // The first query of an index fills it, and waits once for the writes that are under way.
            store.query(Query.of(Query.Index.TABLE, "p")).join();

            // The writer reads the clock under the lock of the key, and is kept there.
            CompletableFuture<WriteResult> writing = CompletableFuture.supplyAsync(() -> {
                clock.holdThisThread();
                return store.write(Write.of(INCREMENT, item.key())).join();
            });
            clock.awaitHeld();

            assertThat(store.get(item.key()).join()).isEqualTo(item);
            assertThat(store.batchGet(List.of(item.key())).join()).containsValue(item);
            assertThat(store.query(Query.of(Query.Index.TABLE, "p")).join().items())
                    .containsExactly(item);
            assertThat(writing.isDone()).isFalse();

            clock.release();
            assertThat(writing.get(30, TimeUnit.SECONDS)).isInstanceOf(WriteResult.Written.class);
            assertThat(store.get(item.key()).join().whole("n", 0)).isEqualTo(2);
        }
    }

    @Test
    void get_afterOneWriteOfATransactionWasSeen_seesTheOthers() {
        try (InMemoryStore store = new InMemoryStore(new ManualClock())) {
            Key first = Key.of("p", "first");
            Key second = Key.of("p", "second");
            AtomicBoolean done = new AtomicBoolean();
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
                for (int i = 0; i < 20_000; i++) {
                    Write a = Write.of(INCREMENT, i % 2 == 0 ? first : second);
                    Write b = Write.of(INCREMENT, i % 2 == 0 ? second : first);
                    store.transact(List.of(a, b), "token " + i).join();
                }
                done.set(true);
            });

            long seen = 0;
            while (!done.get() && !writing.isDone()) {
                long one = count(store, first);
                assertThat(count(store, second)).isGreaterThanOrEqualTo(one);
                assertThat(one).isGreaterThanOrEqualTo(seen);
                long other = count(store, second);
                assertThat(count(store, first)).isGreaterThanOrEqualTo(other);
                seen = other;
            }

            writing.join();
            assertThat(count(store, first)).isEqualTo(20_000);
        }
    }

    private static long count(InMemoryStore store, Key key) {
        Item item = store.get(key).join();
        return item == null ? 0 : item.whole("n", 0);
    }

    /** A clock that stands still, and holds one thread that reads it until it is released. */
    private static final class HeldClock extends ForwardingEnvironment {
        private final CountDownLatch held = new CountDownLatch(1);
        private final CountDownLatch released = new CountDownLatch(1);
        private volatile Thread toHold;

        HeldClock() {
            super(new ManualClock());
        }

        void holdThisThread() {
            toHold = Thread.currentThread();
        }

        void awaitHeld() throws InterruptedException {
            assertThat(held.await(30, TimeUnit.SECONDS)).isTrue();
        }

        void release() {
            released.countDown();
        }

        /** The store counts its wall clock on by this one. */
        @Override
        public long monotonicNanos() {
            if (Thread.currentThread() == toHold) {
                held.countDown();
                try {
                    assertThat(released.await(30, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            return super.monotonicNanos();
        }
    }
}
