package dev.zaelimiter.testkit.internal.simulation;

import dev.zaelimiter.store.StoreException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Brings the calls of a process to the store, and the answers back, as the network has it: late, or never. */
final class Delivery {

    private final World world;
    private final Host host;
    private final Oracle oracle;

    Delivery(World world, Host host, Oracle oracle) {
        this.world = world;
        this.host = host;
        this.oracle = oracle;
    }

    <T extends @Nullable Object> CompletableFuture<T> carry(
            Network.Fate fate, Supplier<CompletableFuture<T>> passOn, Consumer<? super T> heard) {
        if (fate.breach() != null) {
            return broken(fate, fate.breach(), passOn);
        }
        WatchedFuture<T> answer = new WatchedFuture<>(oracle);
        StoreException failure = fate.failure();
        if (fate.landsNanos() >= 0) {
            world.after(fate.landsNanos(), null, () -> {
                CompletableFuture<T> result = passOn.get();
                if (failure == null) {
                    long back = fate.answeredNanos() - fate.landsNanos();
                    world.after(back, host, () -> {
                        if (!result.isCompletedExceptionally()) {
                            heard.accept(result.join());
                        }
                        complete(answer, result);
                    });
                }
            });
        }
        if (failure != null) {
            world.after(fate.answeredNanos(), host, () -> answer.completeExceptionally(failure));
        }
        return answer;
    }

    /** A store that breaks its contract: what it gives is not what its type says. */
    @SuppressWarnings({"NullAway", "ReturnValueIgnored"}) // that is the breach; and nobody hears what came of it
    private <T extends @Nullable Object> CompletableFuture<T> broken(
            Network.Fate fate, Breach breach, Supplier<CompletableFuture<T>> passOn) {
        if (fate.landsNanos() >= 0) {
            world.after(fate.landsNanos(), null, () -> passOn.get().isDone());
        }
        return breach.commit(task -> world.after(fate.answeredNanos(), host, task));
    }

    private static <T extends @Nullable Object> void complete(
            CompletableFuture<T> answer, CompletableFuture<T> result) {
        if (result.isCompletedExceptionally()) {
            answer.completeExceptionally(
                    result.handle((value, failure) -> failure).join());
        } else {
            answer.complete(result.join());
        }
    }
}
