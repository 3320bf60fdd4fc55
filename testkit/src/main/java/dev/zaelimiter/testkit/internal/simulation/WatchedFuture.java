package dev.zaelimiter.testkit.internal.simulation;

import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A future whose continuations may not throw unseen. */
final class WatchedFuture<T extends @Nullable Object> extends CompletableFuture<T> {

    private final Oracle oracle;

    WatchedFuture(Oracle oracle) {
        this.oracle = oracle;
    }

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new WatchedFuture<>(oracle);
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> action) {
        return super.whenComplete((value, failure) -> {
            try {
                action.accept(value, failure);
            } catch (RuntimeException | Error fault) {
                oracle.violated("fault", "a continuation threw " + Faults.describe(fault));
                throw fault;
            }
        });
    }
}
