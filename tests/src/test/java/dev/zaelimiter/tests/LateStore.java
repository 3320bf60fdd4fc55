package dev.zaelimiter.tests;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.StoreTraits;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** A store that answers a little later, on a thread of its own, as one over a network does. */
final class LateStore extends ForwardingStore {

    private final Environment environment;
    private final long writeNanos;
    private final long readNanos;

    LateStore(ItemStore store, Environment environment, Duration late) {
        this(store, environment, late, late);
    }

    LateStore(ItemStore store, Environment environment, Duration write, Duration read) {
        super(store);
        this.environment = environment;
        this.writeNanos = write.toNanos();
        this.readNanos = read.toNanos();
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits("late", true, true, 0);
    }

    @Override
    <T> CompletableFuture<T> writing(Supplier<CompletableFuture<T>> call) {
        return later(call, writeNanos);
    }

    @Override
    <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
        return later(call, readNanos);
    }

    /** Half of the time on the way there, half on the way back. */
    private <T> CompletableFuture<T> later(Supplier<CompletableFuture<T>> call, long nanos) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        environment.schedule(
                () -> call.get()
                        .whenComplete((value, failure) -> environment.schedule(
                                () -> environment.executor().execute(() -> {
                                    if (failure == null) {
                                        answer.complete(value);
                                    } else {
                                        answer.completeExceptionally(failure);
                                    }
                                }),
                                nanos / 2)),
                nanos / 2);
        return answer;
    }
}
