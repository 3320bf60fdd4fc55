package dev.zaelimiter.testkit.internal.simulation;

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

/** Lies between an engine and its store, and spoils what the engine does right. */
class Mutant implements ItemStore {

    final ItemStore store;

    Mutant(ItemStore store) {
        this.store = store;
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return store.write(Rewrite.isUpdate(write) ? changed(write) : write);
    }

    /** The write as a bug would have it. */
    Write changed(Write write) {
        return write;
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return store.transact(writes, token);
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return store.get(key);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return store.batchGet(keys);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return store.query(query);
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
