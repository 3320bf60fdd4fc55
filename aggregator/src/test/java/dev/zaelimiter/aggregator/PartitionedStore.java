package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
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
import java.util.function.LongSupplier;

/** A store in memory that says that its partitions have a limit, and whose second index knows no more than keys. */
final class PartitionedStore implements ItemStore {

    private final ItemStore store;

    PartitionedStore(ItemStore store) {
        this.store = store;
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("partitioned", false, false, 1000);
    }

    @Override
    public LongSupplier clock() {
        return store.clock();
    }

    @Override
    public void expendables(Expendables expendables) {
        store.expendables(expendables);
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return store.write(write);
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
        return store.query(query)
                .thenApply(page -> query.index() != Query.Index.GSI2
                        ? page
                        : new Page(
                                page.items().stream()
                                        .map(item -> Item.builder(item.key())
                                                .put("GSI2PK", item.text("GSI2PK"))
                                                .put("GSI2SK", item.text("GSI2SK"))
                                                .build())
                                        .toList(),
                                page.next()));
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
