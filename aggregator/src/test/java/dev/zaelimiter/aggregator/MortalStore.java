package dev.zaelimiter.aggregator;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.StreamPage;
import dev.zaelimiter.store.StreamPlace;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * A store and its stream as one process sees them, which may be killed after some more writes: then nothing leaves it.
 */
final class MortalStore implements ItemStore, ChangeStream {

    private final ItemStore store;
    private final ChangeStream stream;
    private long writesLeft = Long.MAX_VALUE;
    private int writes;
    private boolean readsRefused;
    private boolean usageRefused;

    MortalStore(ItemStore store, ChangeStream stream) {
        this.store = store;
        this.stream = stream;
    }

    void killAfter(long moreWrites) {
        writesLeft = moreWrites;
    }

    /** Whether this process is not allowed to read the stream. */
    void refuseReads(boolean refused) {
        readsRefused = refused;
    }

    /** Whether this process is not allowed to write usage. */
    void refuseUsage(boolean refused) {
        usageRefused = refused;
    }

    int writes() {
        return writes;
    }

    private <T> CompletableFuture<T> alive(Supplier<CompletableFuture<T>> call) {
        return writesLeft <= 0 ? new CompletableFuture<>() : call.get();
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        writes++;
        writesLeft--;
        if (usageRefused && write.key().sk().startsWith("#USAGE")) {
            return CompletableFuture.failedFuture(new StoreException.Denied("not allowed", null));
        }
        return writesLeft < 0 ? new CompletableFuture<>() : store.write(write);
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return alive(() -> store.transact(writes, token));
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        return alive(() -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return alive(() -> store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return alive(() -> store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public CompletableFuture<Listing> shards() {
        return alive(stream::shards);
    }

    @Override
    public CompletableFuture<StreamPage> read(StreamPlace from, int most) {
        return readsRefused
                ? CompletableFuture.failedFuture(new StoreException.Denied("not allowed", null))
                : alive(() -> stream.read(from, most));
    }

    @Override
    public void close() {}
}
