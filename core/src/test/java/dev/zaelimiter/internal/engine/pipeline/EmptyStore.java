package dev.zaelimiter.internal.engine.pipeline;

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
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store in which there is nothing, and which takes nothing. */
public class EmptyStore implements ItemStore {

    @Override
    public StoreTraits traits() {
        return new StoreTraits("empty", false, false, 0);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return CompletableFuture.completedFuture(Map.of());
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return CompletableFuture.completedFuture(null);
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
