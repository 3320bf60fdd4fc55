package dev.zaelimiter.testkit;

import dev.zaelimiter.store.ChangeFeed;
import dev.zaelimiter.store.Expendables;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.LastingFeed;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.StoreTraits;
import dev.zaelimiter.store.TransactionResult;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store that fails on demand, over one that does not. Faults are scripted one by one, or drawn from a seed.
 *
 * <pre>{@code
 * FaultyStore store = FaultyStore.over(new InMemoryStore(clock));
 * store.failNextWrites(Fault.LOST_APPLIED, 1);      // the next write lands, and its caller never hears of it
 * store.down();                                     // from now on nothing gets through
 * }</pre>
 *
 * <p>A script comes before {@link #down()}, and that before chance. Safe for use by many threads; the calls of the
 * store below are made on the caller's thread, or on that of {@link #release()}.
 */
public final class FaultyStore implements ItemStore {

    /** A kind of call. */
    public enum Call {
        /** {@link ItemStore#write}. */
        WRITE,
        /** {@link ItemStore#transact}. */
        TRANSACT,
        /** {@link ItemStore#get}. */
        GET,
        /** {@link ItemStore#batchGet}. */
        BATCH_GET,
        /** {@link ItemStore#query}. */
        QUERY
    }

    private final ItemStore store;
    private final Object lock = new Object();
    private final Deque<Scripted> script = new ArrayDeque<>();
    private final List<Runnable> held = new ArrayList<>();
    private final Map<Call, Long> calls = new EnumMap<>(Call.class);
    private @Nullable Chance chance;
    private boolean down;

    private FaultyStore(ItemStore store) {
        this.store = store;
    }

    private record Scripted(Fault fault, boolean writesOnly) {}

    private record Chance(SplittableRandom random, double share, List<Fault> faults) {}

    /**
     * A store that works, until told otherwise.
     *
     * @param store the store below; closed with this one
     * @return a faulty store
     */
    public static FaultyStore over(ItemStore store) {
        return new FaultyStore(Objects.requireNonNull(store, "store"));
    }

    /**
     * Fails the next calls of any kind, after those that earlier scripts fail.
     *
     * @param fault how
     * @param count how many
     */
    public void failNext(Fault fault, int count) {
        script(fault, count, false);
    }

    /**
     * Fails the next writes and transactions, after those that earlier scripts fail; reads pass.
     *
     * @param fault how
     * @param count how many
     */
    public void failNextWrites(Fault fault, int count) {
        script(fault, count, true);
    }

    private void script(Fault fault, int count, boolean writesOnly) {
        Objects.requireNonNull(fault, "fault");
        synchronized (lock) {
            for (int i = 0; i < count; i++) {
                script.add(new Scripted(fault, writesOnly));
            }
        }
    }

    /**
     * Fails a share of all calls from now on, each with one of the faults.
     *
     * @param seed draws them; the same calls in the same order fail in the same way
     * @param share of the calls, 0 (none) to 1
     * @param faults to choose from, with equal chances; none for no more chance
     */
    public void failAtRandom(long seed, double share, Fault... faults) {
        synchronized (lock) {
            chance = faults.length == 0 ? null : new Chance(new SplittableRandom(seed), share, List.of(faults));
        }
    }

    /** From now on no call reaches the store: each fails as unreachable. */
    public void down() {
        synchronized (lock) {
            down = true;
        }
    }

    /** Calls reach the store again. */
    public void up() {
        synchronized (lock) {
            down = false;
        }
    }

    /** Forgets what is scripted and has not failed yet. */
    public void clearScript() {
        synchronized (lock) {
            script.clear();
        }
    }

    /** Lets through, in their order, all calls that hang or are late. */
    public void release() {
        List<Runnable> now;
        synchronized (lock) {
            now = List.copyOf(held);
            held.clear();
        }
        now.forEach(Runnable::run);
    }

    /**
     * How many calls wait for {@link #release()}.
     *
     * @return a count
     */
    public int held() {
        synchronized (lock) {
            return held.size();
        }
    }

    /**
     * How many scripted faults have not happened yet.
     *
     * @return a count
     */
    public int scripted() {
        synchronized (lock) {
            return script.size();
        }
    }

    /**
     * How many calls of a kind were made, whatever became of them.
     *
     * @param call the kind
     * @return a count, from the beginning or the last {@link #resetCounts()}
     */
    public long count(Call call) {
        synchronized (lock) {
            return calls.getOrDefault(call, 0L);
        }
    }

    /**
     * How many calls of any kind were made, whatever became of them.
     *
     * @return a count, from the beginning or the last {@link #resetCounts()}
     */
    public long count() {
        synchronized (lock) {
            return calls.values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** Counts calls from 0 again. */
    public void resetCounts() {
        synchronized (lock) {
            calls.clear();
        }
    }

    /** {@inheritDoc} Those of the store below, but that a write may land late: {@link Fault#LOST_LATE} makes it. */
    @Override
    public StoreTraits traits() {
        StoreTraits below = store.traits();
        return new StoreTraits(below.name(), below.answersTakeTime(), true, below.writeUnitsPerSecond());
    }

    @Override
    public void expendables(Expendables expendables) {
        store.expendables(expendables);
    }

    @Override
    public @Nullable LongSupplier clock() {
        return store.clock();
    }

    @Override
    public CompletableFuture<WriteResult> write(Write write) {
        return through(Call.WRITE, () -> store.write(write));
    }

    @Override
    public CompletableFuture<TransactionResult> transact(List<Write> writes, String token) {
        return through(Call.TRANSACT, () -> store.transact(writes, token));
    }

    @Override
    public CompletableFuture<@Nullable Item> get(Key key) {
        return through(Call.GET, () -> store.get(key));
    }

    @Override
    public CompletableFuture<Map<Key, Item>> batchGet(Collection<Key> keys) {
        return through(Call.BATCH_GET, () -> store.batchGet(keys));
    }

    @Override
    public CompletableFuture<Page> query(Query query) {
        return through(Call.QUERY, () -> store.query(query));
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
    public void close() {
        store.close();
    }

    private <T extends @Nullable Object> CompletableFuture<T> through(
            Call call, Supplier<CompletableFuture<T>> passOn) {
        Fault fault;
        CompletableFuture<T> answer = new CompletableFuture<>();
        synchronized (lock) {
            calls.merge(call, 1L, Long::sum);
            fault = draw(call == Call.WRITE || call == Call.TRANSACT);
            if (fault == Fault.HANG) {
                held.add(() -> copy(passOn.get(), answer));
            } else if (fault == Fault.LOST_LATE) {
                held.add(() -> copy(passOn.get(), new CompletableFuture<>()));
            }
        }
        if (fault == null) {
            return passOn.get();
        } else if (fault == Fault.LOST_APPLIED) {
            return passOn.get().handle((value, failure) -> {
                throw fault.exception();
            });
        } else if (fault != Fault.HANG) {
            answer.completeExceptionally(fault.exception());
        }
        return answer;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // whatever it brings goes to the other future
    private static <T extends @Nullable Object> void copy(CompletableFuture<T> from, CompletableFuture<T> to) {
        from.whenComplete((value, failure) -> {
            if (failure == null) {
                to.complete(value);
            } else {
                to.completeExceptionally(failure);
            }
        });
    }

    /** Under the lock. */
    private @Nullable Fault draw(boolean write) {
        for (Iterator<Scripted> next = script.iterator(); next.hasNext(); ) {
            Scripted scripted = next.next();
            if (write || !scripted.writesOnly) {
                next.remove();
                return scripted.fault;
            }
        }
        if (down) {
            return Fault.UNREACHABLE;
        }
        Chance now = chance;
        return now != null && now.random.nextDouble() < now.share
                ? now.faults.get(now.random.nextInt(now.faults.size()))
                : null;
    }
}
