package dev.zaelimiter.tests;

import dev.zaelimiter.store.ItemStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that does at once what it is told, and answers only when the test lets it. */
final class HoldingStore extends ForwardingStore {

    private volatile CompletableFuture<Void> released = CompletableFuture.completedFuture(null);

    HoldingStore(ItemStore store) {
        super(store);
    }

    void hold() {
        released = new CompletableFuture<>();
    }

    void release() {
        released.complete(null);
    }

    @Override
    <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
        return held(call);
    }

    @Override
    <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
        return held(call);
    }

    private <T> CompletableFuture<T> held(Supplier<CompletableFuture<T>> call) {
        CompletableFuture<Void> until = released;
        return call.get().thenCombine(until, (value, nothing) -> value);
    }
}
