package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that answers a little later, on a thread of its own, as one over a network does. */
final class LateStore implements ItemStore {

    private final ItemStore store;
    private final Environment environment;
    private final long nanos;

    LateStore(ItemStore store, Environment environment, Duration late) {
        this.store = store;
        this.environment = environment;
        this.nanos = late.toNanos();
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("late", true, 0);
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return later(() -> store.write(write));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return later(() -> store.transact(writes, token));
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        return later(() -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return later(() -> store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return later(() -> store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {
        store.close();
    }

    /** Half of the time on the way there, half on the way back. */
    private <T> CompletableFuture<T> later(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        environment.schedule(
                () -> call.get()
                        .whenComplete((value, failure) -> environment.schedule(
                                () -> environment.executor().execute(() -> {
                                    if (failure == null) {
                                        answer.complete(value);
                                    } else {
                                        answer.completeExceptionally(failure);
                                    }
                                }),
                                nanos / 2)),
                nanos / 2);
        return answer;
    }
}
