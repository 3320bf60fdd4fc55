package dev.zaelimiter.loadtest.internal.worker;

import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Hands each call on, and counts what the limiter does in silence: calls that the store turned away for its capacity,
 * which it tries again, and buckets that it divides, or makes one of.
 */
final class MeteredStore implements ItemStore {

    /** The sort key of buckets and their shards, as the schema has it. */
    private static final String OF_BUCKETS = "#STATE";

    /** Where a shard says how many there are. */
    private static final String SHARDS = "shard_count";

    private final ItemStore store;
    private final Tally tally;

    MeteredStore(ItemStore store, Tally tally) {
        this.store = store;
        this.tally = tally;
    }

    private <T extends @Nullable Object> CompletableFuture<T> counted(CompletableFuture<T> answer) {
        return answer.whenComplete((value, failure) -> {
            Throwable cause =
                    failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
            if (cause instanceof StoreException.Throttled) {
                tally.throttled();
            }
        });
    }

    @Override
    public StoreTraits traits() {
        return store.traits();
    }

    @Override
    public @Nullable LongSupplier clock() {
        return store.clock();
    }

    @Override
    public void expendables(Expendables expendables) {
        store.expendables(expendables);
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return counted(store.write(write));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return counted(store.transact(writes, token)).whenComplete((answer, failure) -> {
            if (answer instanceof TransactionResult.Committed) {
                tally.moved(count(writes, MeteredStore::divides), count(writes, MeteredStore::joins));
            }
        });
    }

    private static long count(List<Write> writes, Predicate<Write> counted) {
        return writes.stream().filter(counted).count();
    }

    /** A shard is made beside others: a bucket that is whole has one. */
    private static boolean divides(Write write) {
        Item item = write.item();
        return item != null && item.whole(SHARDS, 1) > 1;
    }

    private static boolean joins(Write write) {
        return write.shape().kind() == WriteShape.Kind.DELETE
                && write.key().sk().equals(OF_BUCKETS);
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return counted(store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return counted(store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return counted(store.query(query));
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
    public boolean changesInPlace() {
        return store.changesInPlace();
    }

    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        return store.account(item, attributes, mark);
    }

    @Override
    public void close() {
        store.close();
    }
}
