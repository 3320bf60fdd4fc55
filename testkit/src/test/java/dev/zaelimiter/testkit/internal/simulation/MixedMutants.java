package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** Bugs in what ours do on buckets that the Python system writes, too. */
final class MixedMutants {

    private MixedMutants() {}

    private static boolean makesAShard(Write write) {
        return write.shape().kind() == WriteShape.Kind.PUT && KeyReader.shard(write.key()) > 0;
    }

    /** Each shard that ours make is full at its part: what Python does. */
    static ItemStore newShardsAreFull(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                return super.transact(writes.stream().map(MixedMutants::full).toList(), token);
            }
        };
    }

    private static Write full(Write write) {
        Item item = write.item();
        if (item == null || !makesAShard(write)) {
            return write;
        }
        Item.Builder full = item.toBuilder();
        StoredBucket shard = StoredBucket.of(item);
        if (shard != null) {
            shard.limits().forEach((limit, view) -> full.put("b_" + limit + "_tk", view.cap()));
        }
        return Write.put(write.shape(), full.build(), write.wholes(), write.values());
    }

    /** A bucket whose first shard has vanished is made anew whole, whatever else is there of it. */
    static ItemStore otherShardsOverlooked(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
                return super.batchGet(keys).thenApply(items -> {
                    boolean first = items.keySet().stream().anyMatch(key -> isShard(key) && KeyReader.shard(key) == 0);
                    Map<Key, Item> seen = new TreeMap<>(items);
                    if (!first) {
                        seen.keySet().removeIf(MixedMutants::isShard);
                    }
                    return seen;
                });
            }
        };
    }

    /**
     * The first shard is to be made beside others, and the answer to that does not come: the process knows nothing of
     * the others any more, until it sees the first one.
     */
    static ItemStore othersForgotten(ItemStore below) {
        return new Mutant(below) {
            private final Set<String> forgotten = new TreeSet<>();

            @Override
            public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
                String bucket = KeyReader.bucket(writes.get(0).key());
                boolean makesFirst = writes.get(0).item() != null
                        && KeyReader.shard(writes.get(0).key()) == 0;
                if (bucket == null || !makesFirst) {
                    return super.transact(writes, token);
                }
                forgotten.add(bucket);
                return CompletableFuture.failedFuture(new StoreException.Unreachable("away", null));
            }

            @Override
            public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
                return super.batchGet(keys).thenApply(items -> {
                    Map<Key, Item> seen = new TreeMap<>(items);
                    items.keySet().stream()
                            .filter(key -> isShard(key) && KeyReader.shard(key) == 0)
                            .forEach(key -> forgotten.remove(KeyReader.bucket(key)));
                    seen.keySet().removeIf(key -> isShard(key) && forgotten.contains(KeyReader.bucket(key)));
                    return seen;
                });
            }
        };
    }

    private static boolean isShard(Key key) {
        return KeyReader.bucket(key) != null;
    }

    /** What is refused since another was faster is written all the same, without its conditions. */
    static ItemStore writtenAnyway(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                return super.write(write)
                        .thenCompose(result -> result instanceof WriteResult.Refused refused
                                        && refused.current() != null
                                        && Rewrite.isUpdate(write)
                                ? super.write(Write.of(
                                        WriteShape.update(null, write.shape().actions()),
                                        write.key(),
                                        write.wholes(),
                                        write.values()))
                                : CompletableFuture.completedFuture(result));
            }
        };
    }
}
