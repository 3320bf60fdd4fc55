package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Bugs in what a process makes of the images that it is shown. */
final class ReadMutants {

    private ReadMutants() {}

    /** The last token of a limit is not seen. */
    static ItemStore lastTokenOverlooked(ItemStore below) {
        return new Mutant(below) {
            @Override
            public CompletableFuture<WriteResult> write(Write write) {
                return super.write(write).thenApply(this::before);
            }

            private WriteResult before(WriteResult result) {
                if (result instanceof WriteResult.Written written && written.after() != null) {
                    return new WriteResult.Written(before(written.after()), written.writeUnits());
                }
                return result instanceof WriteResult.Refused refused && refused.current() != null
                        ? new WriteResult.Refused(before(refused.current()), refused.writeUnits())
                        : result;
            }

            @Override
            public CompletableFuture<@Nullable Item> get(Key key) {
                return super.get(key).thenApply(item -> item == null ? null : before(item));
            }

            @Override
            public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
                return super.batchGet(keys).thenApply(items -> {
                    Map<Key, Item> seen = new TreeMap<>();
                    items.forEach((key, item) -> seen.put(key, before(item)));
                    return seen;
                });
            }

            private Item before(Item item) {
                StoredBucket bucket = KeyReader.bucket(item.key()) == null ? null : StoredBucket.of(item);
                if (bucket == null) {
                    return item;
                }
                Item.Builder older = item.toBuilder();
                bucket.limits().forEach((limit, view) -> {
                    if (!limit.equals(StoredBucket.WCU)) {
                        older.put("b_" + limit + "_tk", view.tk() < 2000 ? Math.min(view.tk(), 0) : view.tk());
                    }
                });
                return older.build();
            }
        };
    }
}
