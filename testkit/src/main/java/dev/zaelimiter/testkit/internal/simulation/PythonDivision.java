package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * How the Python system doubles the shards of a bucket: the first one says so, then those that are there are told, one
 * by one. The new ones are made by whoever draws them.
 */
final class PythonDivision {

    static final int MOST = 32;

    private final ItemStore store;
    private final PythonWrites writes;
    private final String entity;

    PythonDivision(ItemStore store, PythonWrites writes, String entity) {
        this.store = store;
        this.writes = writes;
        this.entity = entity;
    }

    /** Into how many shards the bucket is divided now, as far as is known. */
    CompletableFuture<Integer> run(int count) {
        if (count >= MOST) {
            return CompletableFuture.completedFuture(count);
        }
        return store.write(writes.doubled(writes.shard(entity, 0), count)).thenCompose(result -> {
            if (result instanceof WriteResult.Refused refused) {
                long there =
                        refused.current() == null ? count : refused.current().whole("shard_count", count);
                return CompletableFuture.completedFuture((int) Math.max(count, there));
            }
            return CompletableFuture.allOf(IntStream.range(1, count)
                            .mapToObj(shard -> store.write(writes.told(writes.shard(entity, shard), 2L * count)))
                            .toArray(CompletableFuture[]::new))
                    .thenApply(all -> 2 * count);
        });
    }
}
