package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.futures.LentThread;
import dev.zaelimiter.internal.guard.SafeTimers;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Holds a store to its contract: a call that throws, returns nothing, fails in a way of its own or is never answered
 * becomes a failed future, of which nobody knows whether it was applied. The engine has demands in hand when it calls,
 * and none may be dropped on the way of an exception; and it has one call per bucket under way at a time, so that one
 * without an end would block the bucket for good.
 */
public final class GuardedStore implements ItemStore {

    private static final String CLOSED = "the repository is closed";

    private final ItemStore store;
    private final StoreTraits traits;
    private final SafeTimers timers;
    private final long patienceNanos;
    private final CallGate gate;

    /**
     * Wraps a store.
     *
     * @param store the store
     * @param timers for the end of patience
     * @param patienceNanos after how long a call is given up
     * @param gate that all calls go through; shut when the repository is closed
     */
    GuardedStore(ItemStore store, SafeTimers timers, long patienceNanos, CallGate gate) {
        this.store = store;
        this.traits = store.traits();
        this.timers = timers;
        this.patienceNanos = patienceNanos;
        this.gate = gate;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> turnedAway() {
        return CompletableFuture.failedFuture(new StoreException.Denied(CLOSED, null));
    }

    /** Whether a call was turned away since the repository is closed. */
    public static boolean isTurnedAway(Throwable failure) {
        return failure instanceof StoreException.Denied && CLOSED.equals(failure.getMessage());
    }

    private <T extends @Nullable Object> CompletableFuture<T> steady(
            Supplier<CompletableFuture<T>> call, boolean empty) {
        if (!gate.enter()) {
            return turnedAway();
        }
        CompletableFuture<T> answer;
        try {
            answer = call.get();
        } catch (RuntimeException | Error e) {
            gate.leave();
            return CompletableFuture.failedFuture(known(e));
        }
        return steady(answer, empty);
    }

    /** A good answer that is there is passed on as it is: on a store in memory that is almost every one. */
    private <T extends @Nullable Object> CompletableFuture<T> steady(
            @Nullable CompletableFuture<T> answer, boolean empty) {
        if (answer == null) {
            gate.leave();
            return CompletableFuture.failedFuture(known(new NullPointerException("no future")));
        }
        boolean good = answer.isDone() && !answer.isCompletedExceptionally() && (empty || answer.join() != null);
        if (good) {
            gate.leave();
            return answer;
        }
        return checked(answer, empty);
    }

    private <T extends @Nullable Object> CompletableFuture<T> checked(CompletableFuture<T> answer, boolean empty) {
        CompletableFuture<T> checked = new CompletableFuture<>();
        Environment.Timer timer = answer.isDone() ? () -> {} : giveUpLater(checked);
        boolean here = answer.isDone();
        Callbacks.whenDone(answer, (value, failure) -> {
            try {
                if (here) {
                    pass(checked, value, failure, empty);
                } else {
                    LentThread.bringingAnswer(store, () -> pass(checked, value, failure, empty));
                }
            } finally {
                // Whoever closes waits until the answer has had its effect.
                gate.leave();
                timer.cancel();
            }
        });
        return checked;
    }

    private static <T extends @Nullable Object> void pass(
            CompletableFuture<T> checked, T value, @Nullable Throwable failure, boolean empty) {
        if (failure != null) {
            checked.completeExceptionally(known(Callbacks.cause(failure)));
        } else if (value == null && !empty) {
            checked.completeExceptionally(known(new NullPointerException("no result")));
        } else {
            checked.complete(value);
        }
    }

    private Environment.Timer giveUpLater(CompletableFuture<?> answer) {
        return timers.execute(
                () -> answer.completeExceptionally(new StoreException.Uncertain(
                        "the store gave no answer in " + patienceNanos / 1_000_000 + " ms", null)),
                patienceNanos);
    }

    /**
     * Lets something through that ends in calls of the store which others make too, so that they can't go through this
     * gate.
     *
     * @param calls may call the store
     * @return its answer as it is, or the failure of a store that is closed
     */
    <T> CompletableFuture<T> through(Supplier<CompletableFuture<T>> calls) {
        if (!gate.enter()) {
            return turnedAway();
        }
        CompletableFuture<T> answer;
        try {
            answer = calls.get();
        } catch (RuntimeException | Error e) {
            gate.leave();
            return CompletableFuture.failedFuture(known(e));
        }
        if (answer.isDone()) {
            gate.leave();
        } else {
            Callbacks.whenDone(answer, (value, failure) -> gate.leave());
        }
        return answer;
    }

    /** What the engine may assume of a failure: the worst, if the store does not say. */
    public static StoreException known(Throwable failure) {
        return failure instanceof StoreException known
                ? known
                : new StoreException.Uncertain("the store failed unexpectedly: " + failure, failure);
    }

    @Override
    public StoreTraits traits() {
        return traits;
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        if (!gate.enter()) {
            return turnedAway();
        }
        CompletableFuture<WriteResult> answer;
        try {
            answer = store.write(write);
        } catch (RuntimeException | Error e) {
            gate.leave();
            return CompletableFuture.failedFuture(known(e));
        }
        return steady(answer, false);
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return steady(() -> store.transact(writes, token), false);
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return steady(() -> store.get(key), true);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return steady(() -> store.batchGet(keys), false);
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return steady(() -> store.query(query), false);
    }

    /** No if the store fails to say. */
    @Override
    public boolean changesInPlace() {
        try {
            return store.changesInPlace();
        } catch (RuntimeException | Error e) {
            return false;
        }
    }

    /** None if the store fails to make one: there is a way without it. */
    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        if (gate.isShut()) {
            return null;
        }
        try {
            return store.account(item, attributes, mark);
        } catch (RuntimeException | Error e) {
            // Whatever a store of somebody else's throws here, its writes still work.
            return null;
        }
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
    }

    @Override
    public @Nullable CompletableFuture<LastingFeed> follow(String name) {
        return store.follow(name);
    }

    @Override
    public @Nullable ChangeStream stream() {
        return store.stream();
    }

    @Override
    public void close() {
        store.close();
    }
}
