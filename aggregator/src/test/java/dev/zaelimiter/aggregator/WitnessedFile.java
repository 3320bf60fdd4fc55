package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
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
import java.util.function.Consumer;

/** A store that says of each write when it has landed. */
final class WitnessedFile implements ItemStore {

    private final ItemStore store;
    private final Consumer<Key> landed;

    WitnessedFile(ItemStore store, Consumer<Key> landed) {
        this.store = store;
        this.landed = landed;
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return store.write(write).thenApply(result -> {
            landed.accept(write.key());
            return result;
        });
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return store.transact(writes, token);
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
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
    public CompletableFuture<LastingFeed> follow(String name) {
        return store.follow(name);
    }

    @Override
    public void close() {
        store.close();
    }
}
