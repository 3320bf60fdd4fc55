package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** A store some of whose partitions answer no reads, since they have had too many. */
final class DeafStore extends ForwardingStore {

    private final Set<String> deaf = new HashSet<>();
    private int single;
    private final List<Integer> batches = new ArrayList<>();

    DeafStore(ItemStore store) {
        super(store);
    }

    /** From now on the partitions whose keys end so answer no reads. */
    void deafen(String... ends) {
        deaf.addAll(List.of(ends));
    }

    /** All partitions answer again. */
    void heal() {
        deaf.clear();
    }

    /** How many items were asked for one by one. */
    int single() {
        return single;
    }

    /** How often at least so many items were asked for at once. */
    long batches(int least) {
        return batches.stream().filter(size -> size >= least).count();
    }

    private boolean isDeaf(Key key) {
        return deaf.stream().anyMatch(key.pk()::endsWith);
    }

    private static <T> CompletableFuture<T> throttled() {
        return CompletableFuture.failedFuture(new StoreException.Throttled("too many reads", null, true));
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        single++;
        return isDeaf(key) ? throttled() : store.get(key);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        batches.add(keys.size());
        return keys.stream().anyMatch(this::isDeaf) ? throttled() : store.batchGet(keys);
    }
}
