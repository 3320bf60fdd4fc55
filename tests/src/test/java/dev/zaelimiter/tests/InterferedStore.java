package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A store in which something else happens in between: after something was read, or while an index is behind. */
final class InterferedStore extends ForwardingStore {

    private final Deque<Runnable> afterBatchGet = new ArrayDeque<>();
    private final Deque<Runnable> afterGet = new ArrayDeque<>();
    private int emptyQueries;

    InterferedStore(ItemStore store) {
        super(store);
    }

    /** What happens after the next batch was read, and before its reader hears of it. */
    void afterNextBatchGet(Runnable event) {
        afterBatchGet.add(event);
    }

    /** What happens after the next item was read, and before its reader hears of it. */
    void afterNextGet(Runnable event) {
        afterGet.add(event);
    }

    /** The indexes know nothing yet for some queries. */
    void indexesBehind(int queries) {
        emptyQueries = queries;
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        Item read = store.get(key).join();
        run(afterGet);
        return CompletableFuture.completedFuture(read);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        Map<Key, Item> read = store.batchGet(keys).join();
        run(afterBatchGet);
        return CompletableFuture.completedFuture(read);
    }

    private static void run(Deque<Runnable> events) {
        Runnable event = events.poll();
        if (event != null) {
            event.run();
        }
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        if (query.index() != Query.Index.TABLE && emptyQueries > 0) {
            emptyQueries--;
            return CompletableFuture.completedFuture(new Page(List.of(), null));
        }
        return store.query(query);
    }
}
