package dev.zaelimiter.aggregator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** One batch at a time, whoever wakes the reader and when. */
class FeedReaderTest {

    private static final Duration PAUSE = Duration.ofMillis(200);

    private final Rig rig = new Rig();
    private final List<ChangeRecord> changes = new ArrayList<>();
    private final CompletableFuture<Void> slow = new CompletableFuture<>();
    private boolean isSlow = true;

    private final ChangeFeed feed = new ChangeFeed() {
        @Override
        public CompletableFuture<List<ChangeRecord>> poll(int most) {
            List<ChangeRecord> next = List.copyOf(changes);
            changes.clear();
            return CompletableFuture.completedFuture(next);
        }

        @Override
        public void close() {}
    };

    /** A store whose first writes land late. */
    private ItemStore store() {
        return (ItemStore) Proxy.newProxyInstance(
                ItemStore.class.getClassLoader(), new Class<?>[] {ItemStore.class}, (proxy, method, arguments) -> {
                    if (isSlow && method.getName().equals("write")) {
                        Write write = (Write) arguments[0];
                        CompletableFuture<WriteResult> landed = slow.thenCompose(now -> rig.below.write(write));
                        return landed;
                    }
                    try {
                        return method.invoke(rig.below, arguments);
                    } catch (InvocationTargetException e) {
                        throw Objects.requireNonNull(e.getCause());
                    }
                });
    }

    /**
     * The reader had told that it was idle, and then waited: a timer began a second batch while the first was under
     * way.
     */
    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // the last one tells of all
    void drained_whileTheReaderIsAboutToRest_beginsNoSecondBatchBesideTheFirst() {
        ItemStore store = store();
        FeedReader reader = new FeedReader(
                new WorkerFeed(store, feed, "feed-1"),
                rig.clock,
                Aggregator.builder(store, rig.clock).build(),
                PAUSE);
        reader.start();
        CompletableFuture<Void> counted = new CompletableFuture<>();
        // What a task submits runs after it, so that the reader tells somebody who waits.
        rig.clock
                .executor()
                .execute(() -> reader.drained().thenRun(() -> {
                    changes.add(Rig.take(1, "user-1", 0, 5));
                    reader.drained().thenRun(() -> counted.complete(null));
                }));
        isSlow = false;
        changes.add(Rig.take(2, "user-1", 5, 3));
        rig.clock.advance(PAUSE.multipliedBy(2));

        slow.complete(null);

        assertThat(rig.clock.await(counted, Duration.ofSeconds(10).toNanos())).isTrue();
        rig.clock.advance(PAUSE.multipliedBy(2));
        rig.assertCounted("user-1", 8);
        reader.stop();
    }
}
