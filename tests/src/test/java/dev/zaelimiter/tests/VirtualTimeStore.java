package dev.zaelimiter.tests;

import dev.zaelimiter.ManualClock;
import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.ChangeRecord;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import dev.zaelimiter.store.WriteShape;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * A real store as a test sees it whose clock stands still: each answer is there before the call returns, items expire
 * by that clock, at once, and changes are told as they happen. The store itself expires by real time, some day, and is
 * slowed down by a stream of its own.
 */
public final class VirtualTimeStore implements ItemStore {

    private static final String TTL = "ttl";
    private static final WriteShape DELETE = WriteShape.delete(Condition.itemExists());

    private final ItemStore store;
    private final ManualClock clock;
    private final Runnable afterwards;
    private final long writeUnitsPerSecond;
    private final List<ChangeRecord> log = new ArrayList<>();
    private final String salt = UUID.randomUUID().toString();

    /**
     * A real store in virtual time.
     *
     * @param store written to by nobody else
     * @param clock the time
     * @param afterwards what to do when it has been closed
     */
    public VirtualTimeStore(ItemStore store, ManualClock clock, Runnable afterwards) {
        this(store, clock, 0, afterwards);
    }

    /**
     * The same, where a partition takes no more than so much: buckets are divided then.
     *
     * @param store expires nothing by itself meanwhile
     * @param clock the time
     * @param writeUnitsPerSecond what a partition takes; 0 for no limit
     * @param afterwards what to do when it has been closed
     */
    public VirtualTimeStore(ItemStore store, ManualClock clock, long writeUnitsPerSecond, Runnable afterwards) {
        this.writeUnitsPerSecond = writeUnitsPerSecond;
        this.store = store;
        this.clock = clock;
        this.afterwards = afterwards;
    }

    /** The clock's randomness is the same in each test, and a service remembers the tokens of all its tables. */
    private String own(String token) {
        return UUID.nameUUIDFromBytes((salt + token).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static <T> CompletableFuture<T> settled(CompletableFuture<T> answer) {
        try {
            answer.join();
        } catch (CompletionException e) {
            // It is the answer.
        }
        return answer;
    }

    /** The items of these keys, without those whose time has passed, which are deleted. */
    private Map<Key, Item> living(Collection<Key> keys) {
        long now = clock.wallMillis() / 1000;
        Map<Key, Item> items = new HashMap<>(store.batchGet(keys).join());
        for (Item item : List.copyOf(items.values())) {
            if (item.whole(TTL, Long.MAX_VALUE) < now) {
                store.write(Write.of(DELETE, item.key())).join();
                items.remove(item.key());
                log(item.key(), item, null, true);
            }
        }
        return items;
    }

    private void log(Key key, @Nullable Item before, @Nullable Item after, boolean expired) {
        if (!Objects.equals(before, after)) {
            log.add(new ChangeRecord(key, before, after, expired, BigInteger.valueOf(log.size()), clock.wallMillis()));
        }
    }

    @Override
    public StoreTraits traits() {
        return new StoreTraits(store.traits().name(), false, false, writeUnitsPerSecond);
    }

    @Override
    public synchronized CompletableFuture<WriteResult> write(Write write) {
        Item before = living(List.of(write.key())).get(write.key());
        CompletableFuture<WriteResult> answer = settled(store.write(write));
        if (!answer.isCompletedExceptionally() && answer.join() instanceof WriteResult.Written written) {
            log(write.key(), before, written.after(), false);
        }
        return answer;
    }

    @Override
    public synchronized CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        List<Key> keys = writes.stream().map(Write::key).toList();
        Map<Key, Item> before = living(keys);
        CompletableFuture<TransactionResult> answer = settled(store.transact(writes, own(token)));
        Map<Key, Item> after = store.batchGet(keys).join();
        keys.forEach(key -> log(key, before.get(key), after.get(key), false));
        return answer;
    }

    @Override
    public synchronized CompletableFuture<Item> get(Key key) {
        return CompletableFuture.completedFuture(living(List.of(key)).get(key));
    }

    @Override
    public synchronized CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return CompletableFuture.completedFuture(keys.isEmpty() ? Map.of() : living(keys));
    }

    /** A page without those items whose time has passed; an index may not know of it. */
    @Override
    public synchronized CompletableFuture<Page> query(Query query) {
        CompletableFuture<Page> answer = settled(store.query(query));
        if (answer.isCompletedExceptionally() || answer.join().items().isEmpty()) {
            return answer;
        }
        Page page = answer.join();
        Set<Key> living = living(page.items().stream().map(Item::key).toList()).keySet();
        List<Item> items = page.items().stream()
                .filter(item -> living.contains(item.key()))
                .toList();
        return CompletableFuture.completedFuture(new Page(items, page.next()));
    }

    @Override
    public synchronized ChangeFeed changes() {
        return new Feed(log.size());
    }

    private synchronized List<ChangeRecord> changes(int from, int most) {
        return List.copyOf(log.subList(from, Math.min(log.size(), from + most)));
    }

    private final class Feed implements ChangeFeed {
        private int read;

        Feed(int read) {
            this.read = read;
        }

        @Override
        public CompletableFuture<List<ChangeRecord>> poll(int most) {
            List<ChangeRecord> next = changes(read, most);
            read += next.size();
            return CompletableFuture.completedFuture(next);
        }

        @Override
        public void close() {}
    }

    @Override
    public void close() {
        store.close();
        afterwards.run();
    }
}
