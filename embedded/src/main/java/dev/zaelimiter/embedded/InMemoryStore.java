package dev.zaelimiter.embedded;

import dev.zaelimiter.Environment;
import dev.zaelimiter.store.Account;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
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
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store in the memory of this process, gone when the process ends. It does what the port says and no less:
 * conditions, transactions, indexes, time to live and the change feed behave as on DynamoDB.
 *
 * <p>Every future that it hands out is complete already, and no call blocks for longer than another thread's write to
 * the same key takes; {@link #get} and {@link #batchGet} wait for nobody. Different keys are written in parallel. Index
 * queries see every write that was answered before, and return whole items. Consumed capacity is not reported.
 *
 * <p>An item counts as gone from the first second after its {@code ttl}; its memory is given back when it is met, or in
 * the course of later creations. The tokens of transactions are kept for ten minutes of the monotonic clock, but for
 * the last 50,000 writes at most. A feed holds up to 100,000 changes for its reader.
 *
 * <pre>{@code
 * try (ItemStore store = new InMemoryStore(Environment.system())) {
 *     store.write(Write.put(WriteShape.put(Condition.itemAbsent()), item)).join();
 * }
 * }</pre>
 */
public final class InMemoryStore implements ItemStore {

    private static final StoreTraits TRAITS = new StoreTraits("in-memory", false, false, 0);

    private final SteadyClock clock;
    private final Feeds feeds;
    private final Accounts accounts;
    private final Content content;
    private volatile boolean closed;

    /**
     * Opens an empty store.
     *
     * @param environment tells the time: the wall clock as it is now, for times to live, and the monotonic clock from
     *     now on
     */
    public InMemoryStore(Environment environment) {
        this(environment, Room.usual());
    }

    /**
     * Opens an empty store that holds a number of items.
     *
     * @param environment as above
     * @param maxItems the most items that there may be when a new bucket is made: 1 or more. By default one for each 4
     *     KiB of the largest heap that this JVM may have. Above that number, full buckets are deleted; if there are
     *     none, the write that would make a bucket fails as {@link StoreException.Denied}. Other items are never
     *     refused
     */
    public InMemoryStore(Environment environment, int maxItems) {
        this(environment, maxItems, AtHand.USUAL);
    }

    /** With the number of items that are not packed. */
    InMemoryStore(Environment environment, int maxItems, int atHand) {
        this.clock = new SteadyClock(Objects.requireNonNull(environment, "environment"));
        this.feeds = new Feeds(clock::wallMillis);
        this.accounts = new Accounts(() -> !closed && !feeds.anyOpen());
        this.content = new Content(clock, feeds, new StoreImage(0), Room.atLeastOne(maxItems), new AtHand(atHand));
    }

    /** The wall clock as it was when the store was opened, counted on by the monotonic clock. */
    @Override
    public LongSupplier clock() {
        return clock::wallMillis;
    }

    @Override
    public StoreTraits traits() {
        return TRAITS;
    }

    @Override
    public void expendables(Expendables expendables) {
        content.room().expendables(Objects.requireNonNull(expendables, "expendables"));
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        // The hot path of the whole limiter, hence without the lambda of the others.
        try {
            requireOpen();
            return CompletableFuture.completedFuture(content.write(write));
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return answer(() -> content.transact(writes, token));
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return answer(() -> content.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return answer(() -> content.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return answer(() -> content.query(query));
    }

    @Override
    public ChangeFeed changes() {
        Feed feed = feeds.open();
        accounts.closeAll();
        if (closed) {
            feed.close();
        }
        requireOpen();
        return feed;
    }

    /** There are none while a feed is open, which must tell of each change. */
    @Override
    public @Nullable Account account(Item item, Account.Attributes attributes, long mark) {
        return closed || feeds.anyOpen() ? null : content.account(accounts, item, attributes, mark);
    }

    @Override
    public void close() {
        closed = true;
        feeds.close();
        accounts.closeAll();
        content.clear();
    }

    /** How many items are held, including expired ones that were not removed yet. */
    int size() {
        return content.table().size();
    }

    /** How many entries an index holds. */
    int indexSize(Query.Index index) {
        return content.table().indexSize(index);
    }

    /** How many transactions are remembered. */
    int tokenCount() {
        return content.log().size();
    }

    private <T extends @Nullable Object> CompletableFuture<T> answer(Supplier<T> work) {
        try {
            requireOpen();
            return CompletableFuture.completedFuture(work.get());
        } catch (StoreException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void requireOpen() {
        if (closed) {
            throw Errors.misuse("the store is closed");
        }
    }
}
