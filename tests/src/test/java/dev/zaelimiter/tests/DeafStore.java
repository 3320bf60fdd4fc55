package dev.zaelimiter.tests;

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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A store some of whose partitions answer no reads, since they have had too many. */
final class DeafStore implements ItemStore {

    private final ItemStore store;
    private final Set<String> deaf = new HashSet<>();
    private int single;

    DeafStore(ItemStore store) {
        this.store = store;
    }

    /** From now on the partitions whose keys end so answer no reads. */
    void deafen(String... ends) {
        deaf.addAll(List.of(ends));
    }

    /** All partitions answer again. */
    void heal() {
        deaf.clear();
    }

    /** How many items were asked for one by one. */
    int single() {
        return single;
    }

    private boolean isDeaf(Key key) {
        return deaf.stream().anyMatch(key.pk()::endsWith);
    }

    private static <T> CompletableFuture<T> throttled() {
        return CompletableFuture.failedFuture(new StoreException.Throttled("too many reads", null, true));
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
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
        single++;
        return isDeaf(key) ? throttled() : store.get(key);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return keys.stream().anyMatch(this::isDeaf) ? throttled() : store.batchGet(keys);
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
