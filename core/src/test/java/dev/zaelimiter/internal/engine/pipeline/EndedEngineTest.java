package dev.zaelimiter.internal.engine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.internal.config.ConfigKeys;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What an engine sends after its end: nothing, whichever way it goes. */
class EndedEngineTest {

    private static final Key KEY = EngineFixture.KEYS.bucket("e", "r", 0);
    private static final ConfigKeys LEVELS = ConfigKeys.of(EngineFixture.KEYS, "e", "r");

    private final Waiting store = new Waiting();
    private final Engine engine = EngineFixture.engine(store, new ManualClock());

    @Test
    void end_callUnderWay_isQuietWhenItIsAnswered() {
        CompletableFuture<@Nullable Item> get = engine.store().get(KEY);
        CompletableFuture<Void> quiet = engine.end();
        assertThat(quiet).isNotDone();
        store.open.forEach(answer -> answer.complete(null));
        assertThat(get).isDone();
        assertThat(quiet).isDone();
    }

    @Test
    void end_callThatThrewOrFailed_isNotWaitedFor() {
        store.throwing = true;
        assertThat(engine.store().get(KEY)).isCompletedExceptionally();
        store.throwing = false;
        CompletableFuture<@Nullable Item> failing = engine.store().get(KEY);
        store.open.forEach(answer -> answer.completeExceptionally(new StoreException.Unreachable("away", null)));
        assertThat(failing).isCompletedExceptionally();
        assertThat(engine.end()).isDone();
    }

    /** Limits went by a way of their own, which stayed open: a shard that was seen after close() had them read. */
    @Test
    void resolve_afterTheEnd_readsNothing() {
        CompletableFuture<Void> quiet = engine.end();
        assertThat(quiet).isDone();
        assertThat(engine.resolve(LEVELS, -1)).isCompletedExceptionally();
        assertThat(engine.resolveWithGone(LEVELS, -1)).isCompletedExceptionally();
        assertThat(store.open).isEmpty();
    }

    @Test
    void end_limitsBeingRead_isQuietWhenTheyAre() {
        CompletableFuture<?> read = engine.resolve(LEVELS, -1);
        CompletableFuture<Void> quiet = engine.end();
        assertThat(quiet).isNotDone();
        store.open.forEach(answer -> answer.complete(null));
        assertThat(read).isDone();
        assertThat(quiet).isDone();
    }

    /** A change of stored limits that needs several calls went on with the next of them after close() had returned. */
    @Test
    void patientStore_afterTheEnd_sendsNothing() {
        CompletableFuture<Void> quiet = engine.end();
        assertThat(engine.patientStore().get(KEY)).isCompletedExceptionally();
        assertThat(store.open).isEmpty();
        assertThat(quiet).isDone();
    }

    /** A store that takes its time, and answers when the test says so. */
    private static final class Waiting implements ItemStore {

        private final List<CompletableFuture<@Nullable Item>> open = new ArrayList<>();
        private boolean throwing;

        @Override
        public StoreTraits traits() {
            return new StoreTraits("waiting", true, true, 0);
        }

        @Override
        public CompletableFuture<@Nullable Item> get(Key key) {
            if (throwing) {
                throw new IllegalStateException("broken");
            }
            CompletableFuture<@Nullable Item> answer = new CompletableFuture<>();
            open.add(answer);
            return answer;
        }

        @Override
        public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
            return get(KEY).thenApply(item -> Map.of());
        }

        @Override
        public CompletableFuture<WriteResult> write(Write write) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
            throw new UnsupportedOperationException();
        }

        @Override
        public CompletableFuture<Page> query(Query query) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ChangeFeed changes() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}
    }
}
