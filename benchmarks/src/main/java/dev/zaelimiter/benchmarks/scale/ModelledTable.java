package dev.zaelimiter.benchmarks.scale;

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
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table whose every answer takes 5 ms, and whose partitions take 1,000 write units a second. A write costs one unit,
 * refused or not, in a transaction two; a bucket that comes or goes costs its index one more.
 */
final class ModelledTable implements ItemStore {

    static final long ANSWER_NANOS = 5_000_000;

    private final VirtualTime timeline;
    private final ItemStore store;
    private final TablePartitions partitions;
    private boolean open;

    /** What splits and merges there were, by the instant. */
    interface Transfers {
        void happened(long nanos);
    }

    private final Transfers transfers;
    private final SplittableRandom random;

    ModelledTable(
            VirtualTime timeline,
            SplittableRandom random,
            ItemStore store,
            TablePartitions partitions,
            Transfers transfers) {
        this.timeline = timeline;
        this.random = random;
        this.store = store;
        this.partitions = partitions;
        this.transfers = transfers;
    }

    /** From now on calls take time and cost. */
    void open() {
        open = true;
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("modelled", true, true, TablePartitions.UNITS_PER_SECOND);
    }

    private <T extends @Nullable Object> CompletableFuture<T> call(Supplier<CompletableFuture<T>> land) {
        if (!open) {
            return land.get();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        timeline.after(oneWay(), () -> {
            CompletableFuture<T> landed = land.get();
            timeline.after(oneWay(), () -> pass(landed, answer));
        });
        return answer;
    }

    /** Half of an answer's time, give or take a tenth. */
    private long oneWay() {
        return ANSWER_NANOS / 20 * 9 + random.nextLong(ANSWER_NANOS / 10);
    }

    private static <T extends @Nullable Object> void pass(CompletableFuture<T> from, CompletableFuture<T> to) {
        if (from.isCompletedExceptionally()) {
            to.completeExceptionally(from.handle((value, failure) -> failure).join());
        } else {
            to.complete(from.join());
        }
    }

    private <T> CompletableFuture<T> charged(List<Write> writes, int each, Supplier<CompletableFuture<T>> land) {
        Map<String, Integer> costs = new HashMap<>();
        for (Write write : writes) {
            costs.merge(write.key().pk(), each, Integer::sum);
            boolean moves =
                    write.shape().kind() == WriteShape.Kind.PUT || write.shape().kind() == WriteShape.Kind.DELETE;
            if (moves) {
                costs.merge("index", each, Integer::sum);
            }
        }
        if (open && !partitions.charge(costs, timeline.nowNanos())) {
            return CompletableFuture.failedFuture(new StoreException.Throttled("a partition is full", null, true));
        }
        return land.get();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return call(() -> charged(List.of(write), 1, () -> store.write(write)));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return call(() -> charged(writes, 2, () -> {
            CompletableFuture<TransactionResult> landed = store.transact(writes, token);
            if (open && landed.join() instanceof TransactionResult.Committed) {
                transfers.happened(timeline.nowNanos());
            }
            return landed;
        }));
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return call(() -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        List<Key> asked = List.copyOf(keys);
        return call(() -> store.batchGet(asked));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return call(() -> store.query(query));
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public void close() {}
}
