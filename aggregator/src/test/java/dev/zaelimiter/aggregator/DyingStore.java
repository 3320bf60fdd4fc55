package dev.zaelimiter.aggregator;

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

/** A store as a process sees it that dies after some calls: the rest never leaves, and has no answer. */
final class DyingStore implements ItemStore {

    private final ItemStore store;
    private int left;

    DyingStore(ItemStore store, int calls) {
        this.store = store;
        this.left = calls;
    }

    private synchronized boolean isDead() {
        return left-- <= 0;
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return isDead() ? new CompletableFuture<>() : store.write(write);
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return isDead() ? new CompletableFuture<>() : store.transact(writes, token);
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        return isDead() ? new CompletableFuture<>() : store.get(key);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return isDead() ? new CompletableFuture<>() : store.batchGet(keys);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return isDead() ? new CompletableFuture<>() : store.query(query);
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {}
}
