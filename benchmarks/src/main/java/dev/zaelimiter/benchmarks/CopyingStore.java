package dev.zaelimiter.benchmarks;

import dev.zaelimiter.store.AttributeValue;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A table without its network: what it answers shares no object with what it holds, as if it had been read off the
 * wire. So what is left on the heap when it is taken away was kept by the limiter.
 */
final class CopyingStore implements ItemStore {

    private final ItemStore store;

    CopyingStore(ItemStore store) {
        this.store = store;
    }

    private static @Nullable Item copy(@Nullable Item item) {
        if (item == null) {
            return null;
        }
        Map<String, AttributeValue> attributes = new LinkedHashMap<>();
        item.attributes().forEach((name, value) -> attributes.put(name, copy(value)));
        return Item.of(attributes);
    }

    private static AttributeValue copy(AttributeValue value) {
        return value instanceof AttributeValue.Text text
                ? AttributeValue.of(String.valueOf(text.value().toCharArray()))
                : value;
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("copying", true, true, 1000);
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return store.write(write).thenApply(result -> {
            if (result instanceof WriteResult.Written written) {
                return new WriteResult.Written(copy(written.after()), written.writeUnits());
            } else if (result instanceof WriteResult.Refused refused) {
                return new WriteResult.Refused(copy(refused.current()), refused.writeUnits());
            }
            return result;
        });
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return store.transact(writes, token);
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return store.get(key).thenApply(CopyingStore::copy);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return store.batchGet(keys).thenApply(items -> {
            Map<Key, Item> copies = new LinkedHashMap<>();
            items.values().forEach(item -> {
                Item copy = copy(item);
                if (copy != null) {
                    copies.put(copy.key(), copy);
                }
            });
            return copies;
        });
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
