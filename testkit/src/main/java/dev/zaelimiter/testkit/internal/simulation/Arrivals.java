package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What becomes of a process's writes when they are at the store, which the oracle is shown. */
final class Arrivals {

    private final World world;
    private final Host host;
    private final ItemStore store;
    private final Oracle oracle;
    private final Partitions partitions;

    Arrivals(World world, Host host, ItemStore store, Oracle oracle, Partitions partitions) {
        this.world = world;
        this.host = host;
        this.store = store;
        this.oracle = oracle;
        this.partitions = partitions;
    }

    CompletableFuture<WriteResult> land(Sent sent) {
        StoreException full = partitions.charge(sent.write(), world.nowNanos());
        if (full != null) {
            return CompletableFuture.failedFuture(full);
        }
        Landings landings = oracle.of(sent.write().key()).landings();
        Item before = store.get(sent.write().key()).join();
        CompletableFuture<WriteResult> result = store.write(sent.write());
        if (result.isCompletedExceptionally()) {
            oracle.violated(
                    "misuse",
                    result.handle((value, failure) -> String.valueOf(failure)).join());
        } else if (result.join() instanceof WriteResult.Written written) {
            landings.landed(sent, before, written.after());
        } else {
            landings.refused(sent);
            landings.looked(host.toString(), sent.write().key(), before != null);
            world.trace(
                    sent.client().hashCode(),
                    () -> "  refused at the store: " + sent.client() + ", bucket " + Written.describe(before));
        }
        return result;
    }

    CompletableFuture<TransactionResult> land(List<Sent> sent, String token) {
        List<Write> writes = sent.stream().map(Sent::write).toList();
        StoreException full = partitions.charge(writes, world.nowNanos());
        if (full != null) {
            return CompletableFuture.failedFuture(full);
        }
        Landings landings = oracle.of(writes.get(0).key()).landings();
        List<@Nullable Item> before = items(writes);
        CompletableFuture<TransactionResult> result = store.transact(writes, token);
        if (result.isCompletedExceptionally()) {
            oracle.violated(
                    "misuse",
                    result.handle((value, failure) -> String.valueOf(failure)).join());
        } else if (result.join() instanceof TransactionResult.Committed) {
            List<@Nullable Item> after = items(writes);
            // One that comes again under its token is answered, and not applied.
            if (!before.equals(after)) {
                landings.landedTogether(sent, before, after);
            } else {
                sent.stream().filter(one -> !one.disrupted()).forEach(landings::heard);
            }
        } else {
            sent.stream().filter(one -> !one.disrupted()).forEach(landings::heardRefused);
        }
        return result;
    }

    private List<@Nullable Item> items(List<Write> writes) {
        List<@Nullable Item> items = new ArrayList<>();
        for (Write write : writes) {
            items.add(store.get(write.key()).join());
        }
        return items;
    }
}
