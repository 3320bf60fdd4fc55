package dev.zaelimiter.tests;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreException;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A store in which somebody else is always quicker, or that comes to no end, from when a test says so. */
final class OvertakenStore extends ForwardingStore {

    private boolean overtaken;
    private boolean denied;
    private int attempts;
    private int at;
    private Runnable atAttempt = () -> {};
    private Runnable afterEachBatchGet = () -> {};
    private UnaryOperator<Page> pages;
    private Function<Query, Page> instead;

    OvertakenStore(ItemStore store) {
        super(store);
    }

    /** From now on each transaction comes too late, and each change of the record of versions. */
    void overtake() {
        overtaken = true;
        attempts = 0;
    }

    /** From now on what is refused is refused for good. */
    void deny() {
        denied = true;
    }

    /** What happens when the first attempt, or a later one, comes too late. */
    void atAttempt(int number, Runnable event) {
        at = number;
        atAttempt = event;
    }

    /** What somebody else does whenever several items were read at once. */
    void afterEachBatchGet(Runnable event) {
        afterEachBatchGet = event;
    }

    /**
     * What is shown in place of each page. It may name any place as the next: what is there is the first page again.
     */
    void show(UnaryOperator<Page> shown) {
        pages = shown;
    }

    /** What is shown without looking. */
    void answerQueries(Function<Query, Page> answers) {
        instead = answers;
    }

    /** How often somebody else was quicker. */
    int attempts() {
        return attempts;
    }

    /** Everything is as it should be again. */
    void heal() {
        overtaken = false;
        denied = false;
        atAttempt = () -> {};
        afterEachBatchGet = () -> {};
        pages = null;
        instead = null;
    }

    private <T> CompletableFuture<T> tooLate(T refused) {
        if (++attempts == at) {
            atAttempt.run();
        }
        return CompletableFuture.completedFuture(refused);
    }

    @Override
    <T> CompletableFuture<T> reading(Supplier<CompletableFuture<T>> call) {
        return denied ? refusedForGood() : call.get();
    }

    private static <T> CompletableFuture<T> refusedForGood() {
        return CompletableFuture.failedFuture(new StoreException.Denied("no right to", null));
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        if (denied) {
            return refusedForGood();
        }
        return overtaken && write.key().sk().equals("#VERSION")
                ? tooLate(new WriteResult.Refused(store.get(write.key()).join(), 0))
                : store.write(write);
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        if (denied) {
            return refusedForGood();
        }
        Map<Integer, Item> first = new HashMap<>();
        first.put(0, null);
        return overtaken ? tooLate(new TransactionResult.Refused(first)) : store.transact(writes, token);
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        CompletableFuture<Map<Key, Item>> read = reading(() -> store.batchGet(keys));
        try {
            read.join();
            afterEachBatchGet.run();
        } catch (CompletionException e) {
            // It is the answer.
        }
        return read;
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        Function<Query, Page> answers = instead;
        UnaryOperator<Page> shown = pages;
        if (answers != null) {
            return reading(() -> CompletableFuture.completedFuture(answers.apply(query)));
        }
        return shown == null
                ? reading(() -> store.query(query))
                : reading(() -> store.query(query.after(null))).thenApply(shown);
    }
}
