package dev.zaelimiter.benchmarks;

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
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A store whose every answer takes a fixed time, as over a network, and that counts its writes. */
final class SlowStore implements ItemStore {

    private final ItemStore store;
    private final long nanos;
    private final LongAdder writes = new LongAdder();
    private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "answers");
        thread.setDaemon(true);
        return thread;
    });

    SlowStore(ItemStore store, long nanos) {
        this.store = store;
        this.nanos = nanos;
    }

    long writes() {
        return writes.sum();
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the later future carries both outcomes
    private <T extends @Nullable Object> CompletableFuture<T> slowly(CompletableFuture<T> answer) {
        CompletableFuture<T> later = new CompletableFuture<>();
        Future<?> timer = answers.schedule(
                () -> {
                    answer.whenComplete((value, failure) -> {
                        if (failure == null) {
                            later.complete(value);
                        } else {
                            later.completeExceptionally(failure);
                        }
                    });
                },
                nanos,
                TimeUnit.NANOSECONDS);
        if (timer.isCancelled()) {
            throw new IllegalStateException("closed");
        }
        return later;
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("slow", true, true, 0);
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        writes.increment();
        return slowly(store.write(write));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> transaction, String token) {
        writes.add(transaction.size());
        return slowly(store.transact(transaction, token));
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return slowly(store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return slowly(store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return slowly(store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {
        answers.shutdownNow();
        store.close();
    }
}
