package dev.zaelimiter.internal.engine.kernel;

import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.futures.LentThread;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeStream;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
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
 * becomes a failed future, of which nobody knows whether it was applied. The engine has demands in hand when it calls, and none may be dropped on the
 * way of an exception; and it has one call per bucket under way at a time, so that one without an end would block the
 * bucket for good.
 */
public final class GuardedStore implements ItemStore {

    private final ItemStore store;
    private final StoreTraits traits;
    private final Environment environment;
    private final long patienceNanos;
    private volatile boolean ended;

    /**
     * Wraps a store.
     *
     * @param store the store
     * @param environment for timers
     * @param patienceNanos after how long a call is given up
     */
    GuardedStore(ItemStore store, Environment environment, long patienceNanos) {
        this.store = store;
        this.traits = store.traits();
        this.environment = environment;
        this.patienceNanos = patienceNanos;
    }

    /** From now on no call gets through: the repository is closed. */
    void end() {
        ended = true;
    }

    boolean ended() {
        return ended;
    }

    private static <T extends @Nullable Object> CompletableFuture<T> turnedAway() {
        return CompletableFuture.failedFuture(new StoreException.Denied("the repository is closed", null));
    }

    private <T extends @Nullable Object> CompletableFuture<T> steady(
            Supplier<CompletableFuture<T>> call, boolean empty) {
        if (ended) {
            return turnedAway();
        }
        CompletableFuture<T> answer;
        try {
            answer = call.get();
        } catch (RuntimeException | Error e) {
            return CompletableFuture.failedFuture(known(e));
        }
        return steady(answer, empty);
    }

    /** A good answer that is there is passed on as it is: on a store in memory that is almost every one. */
    private <T extends @Nullable Object> CompletableFuture<T> steady(
            @Nullable CompletableFuture<T> answer, boolean empty) {
        if (answer == null) {
            return CompletableFuture.failedFuture(known(new NullPointerException("no future")));
        }
        boolean good = answer.isDone() && !answer.isCompletedExceptionally() && (empty || answer.join() != null);
        return good ? answer : checked(answer, empty);
    }

    private <T extends @Nullable Object> CompletableFuture<T> checked(CompletableFuture<T> answer, boolean empty) {
        CompletableFuture<T> checked = new CompletableFuture<>();
        Environment.Timer timer = answer.isDone() ? () -> {} : giveUpLater(checked);
        boolean here = answer.isDone();
        Callbacks.whenDone(answer, (value, failure) -> {
            timer.cancel();
            if (here) {
                pass(checked, value, failure, empty);
            } else {
                LentThread.bringingAnswer(store, () -> pass(checked, value, failure, empty));
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
        return environment.schedule(
                () -> environment
                        .executor()
                        .execute(() -> answer.completeExceptionally(new StoreException.Uncertain(
                                "the store gave no answer in " + patienceNanos / 1_000_000 + " ms", null))),
                patienceNanos);
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
        if (ended) {
            return turnedAway();
        }
        CompletableFuture<WriteResult> answer;
        try {
            answer = store.write(write);
        } catch (RuntimeException | Error e) {
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

    /** None if the store fails to make one: there is a way without it. */
    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        if (ended) {
            return null;
        }
        try {
            return store.account(item, attributes, mark);
        } catch (RuntimeException | Error e) {
            return null;
        }
    }

    @Override
    public ChangeFeed changes() {
        return store.changes();
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
