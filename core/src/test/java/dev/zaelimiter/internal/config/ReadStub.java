package dev.zaelimiter.internal.config;

import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A store of which batches can be read, answered when the test says so with what is there at that moment. */
final class ReadStub implements ItemStore {

    /** A batch that was asked for. */
    record Asked(TreeSet<Key> keys, CompletableFuture<Map<Key, Item>> answer) {}

    static final Keys KEYS = new Keys("ns");

    final Map<Key, Item> items = new HashMap<>();
    final List<Asked> asked = new ArrayList<>();
    boolean holdBack;

    /** A level with these limits. */
    static LevelItem stored(Limit... limits) {
        return new LevelItem(List.of(limits), Set.of(), null, null, 1, null, null);
    }

    void put(Key key, LevelItem stored) {
        items.put(key, Objects.requireNonNull(ConfigItems.replacement(KEYS, key, null, null, null, stored)));
    }

    void answer(Asked batch) {
        Map<Key, Item> found = new HashMap<>();
        for (Key key : batch.keys) {
            Item item = items.get(key);
            if (item != null) {
                found.put(key, item);
            }
        }
        batch.answer.complete(found);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        Asked batch = new Asked(new TreeSet<>(keys), new CompletableFuture<>());
        asked.add(batch);
        if (!holdBack) {
            answer(batch);
        }
        return batch.answer;
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("stub", true, true, 0);
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
    public CompletableFuture<@Nullable Item> get(Key key) {
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
