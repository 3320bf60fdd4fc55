package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Which actions of DynamoDB a use of the port comes to, and on which partitions. Safe for use by many threads. */
public final class RequestsSeen extends ForwardingStore {

    private final Set<Request> seen = ConcurrentHashMap.newKeySet();

    /**
     * What a policy looks at.
     *
     * @param action as {@code GetItem}
     * @param index of the table, or {@code TABLE} for itself
     * @param leadingKey the value of the partition key
     */
    public record Request(String action, Query.Index index, String leadingKey) {}

    /**
     * Watches a store.
     *
     * @param store to which each call is handed on
     */
    public RequestsSeen(ItemStore store) {
        super(store);
    }

    /**
     * What was seen since it was last asked.
     *
     * @return a copy
     */
    public Set<Request> take() {
        Set<Request> taken = Set.copyOf(seen);
        seen.clear();
        return taken;
    }

    private void see(String action, Key key) {
        seen.add(new Request(action, Query.Index.TABLE, key.pk()));
    }

    private void see(Write write) {
        see(
                switch (write.shape().kind()) {
                    case PUT -> "PutItem";
                    case UPDATE -> "UpdateItem";
                    case DELETE -> "DeleteItem";
                    case CHECK -> "ConditionCheckItem";
                },
                write.key());
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        see(write);
        return super.write(write);
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        writes.forEach(this::see);
        return super.transact(writes, token);
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        see("GetItem", key);
        return super.get(key);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        keys.forEach(key -> see("BatchGetItem", key));
        return super.batchGet(keys);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        seen.add(new Request("Query", query.index(), query.partition()));
        return super.query(query);
    }
}
