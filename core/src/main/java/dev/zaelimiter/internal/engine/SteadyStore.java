package dev.zaelimiter.internal.engine;

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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a store to its contract: a call that throws becomes a failed future, of which nobody knows whether it was
 * applied. The engine has demands in hand when it calls, and none may be dropped on the way of an exception.
 */
final class SteadyStore implements ItemStore {

    private final ItemStore store;
    private final StoreTraits traits;

    SteadyStore(ItemStore store) {
        this.store = store;
        this.traits = store.traits();
    }

    private static <T extends @Nullable Object> CompletableFuture<T> steady(Supplier<CompletableFuture<T>> call) {
        try {
            return call.get();
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    private static <T extends @Nullable Object> CompletableFuture<T> failed(RuntimeException e) {
        return CompletableFuture.failedFuture(
                e instanceof StoreException ? e : new StoreException.Uncertain("the store threw " + e, e));
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        try {
            return store.write(write);
        } catch (RuntimeException e) {
            return failed(e);
        }
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return steady(() -> store.transact(writes, token));
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return steady(() -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return steady(() -> store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return steady(() -> store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {
        store.close();
    }
}
