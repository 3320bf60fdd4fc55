package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.StoreTraits;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that breaks its contract when told to: what no store should do, and a driver under it may. */
final class BreachingStore extends ForwardingStore {

    /** How the contract is broken. Nothing is applied. */
    enum Breach {
        THROWS,
        THROWS_ERROR,
        RETURNS_NULL,
        ANSWERS_NULL,
        FAILS_STRANGELY,
        IS_CANCELLED,
        NEVER_ANSWERS
    }

    private final boolean remote;
    private Breach breach;
    private int writes;
    private int reads;

    BreachingStore(ItemStore store, boolean remote) {
        super(store);
        this.remote = remote;
    }

    void breachNextWrites(Breach how, int count) {
        breach = how;
        writes = count;
    }

    void breachNextReads(Breach how, int count) {
        breach = how;
        reads = count;
    }

    /** How many breaches are still to come. */
    int left() {
        return writes + reads;
    }

    private <T> CompletableFuture<T> broken() {
        return switch (breach) {
            case THROWS -> throw new IllegalStateException("thrown on purpose");
            case THROWS_ERROR -> throw new NoClassDefFoundError("thrown on purpose");
            case RETURNS_NULL -> null;
            case ANSWERS_NULL -> CompletableFuture.completedFuture(null);
            case FAILS_STRANGELY -> CompletableFuture.failedFuture(new AssertionError("failed on purpose"));
            case IS_CANCELLED -> CompletableFuture.failedFuture(new CancellationException());
            case NEVER_ANSWERS -> new CompletableFuture<>();
        };
    }

    @Override
    <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
        return writes > 0 && writes-- > 0 ? broken() : call.get();
    }

    @Override
    <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
        return reads > 0 && reads-- > 0 ? broken() : call.get();
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("breaching", remote, true, 0);
    }

    @Override
    public CompletableFuture<Item> get(Key key) {
        // That nothing is there is an answer that keeps the contract.
        return breach == Breach.ANSWERS_NULL ? store.get(key) : super.get(key);
    }
}
