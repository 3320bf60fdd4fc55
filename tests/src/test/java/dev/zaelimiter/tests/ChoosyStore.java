package dev.zaelimiter.tests;

import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.concurrent.CompletableFuture;

/**
 * A store that does not take a usage once: then the aggregator asks whether it takes anything at all. For one thread at
 * a time.
 */
public final class ChoosyStore extends ForwardingStore {

    private volatile boolean refuses;

    /**
     * Takes everything at first.
     *
     * @param store to which each other call is handed on
     */
    public ChoosyStore(ItemStore store) {
        super(store);
    }

    /** The next write of a usage is refused for good. */
    public void refuseUsageOnce() {
        refuses = true;
    }

    /**
     * Whether that is still to come.
     *
     * @return false once it was refused
     */
    public boolean refuses() {
        return refuses;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        if (refuses && write.key().pk().contains("/ENTITY#")) {
            refuses = false;
            return CompletableFuture.failedFuture(new StoreException.Misuse("no", null));
        }
        return super.write(write);
    }
}
