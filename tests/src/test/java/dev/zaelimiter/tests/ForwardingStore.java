package dev.zaelimiter.tests;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
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
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Hands each call on to another store, in the way that a test wants. */
abstract class ForwardingStore implements ItemStore {

    final ItemStore store;

    ForwardingStore(ItemStore store) {
        this.store = store;
    }

    /** One write or transaction. */
    <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
        return call.get();
    }

    /** One get, batch or query. */
    <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
        return call.get();
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public void expendables(Expendables expendables) {
        store.expendables(expendables);
    }

    @Override
    public @Nullable LongSupplier clock() {
        return store.clock();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return writing(() -> store.write(write));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return writing(() -> store.transact(writes, token));
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        return reading(() -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return reading(() -> store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return reading(() -> store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public @Nullable CompletableFuture<LastingFeed> follow(String name) {
        return store.follow(name);
    }

    @Override
    public void close() {
        store.close();
    }
}
