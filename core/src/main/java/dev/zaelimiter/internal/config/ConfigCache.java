package dev.zaelimiter.internal.config;

import dev.zaelimiter.Environment;
import dev.zaelimiter.LimiterListener;
import dev.zaelimiter.RepositoryStatistics;
import dev.zaelimiter.internal.config.KnownLevels.Entry;
import dev.zaelimiter.internal.futures.Callbacks;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.DamagedConfigException;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.GoneItems;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.ItemStore;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * What each level holds, and whom each entity's record names as its parent, remembered by {@link KnownLevels}. One read
 * per key is under way at a time, unless a caller needs one that began after a certain moment. A stale entry is still
 * served; the caller then has it read again in the background. Safe for use by many threads; no lock is held while the
 * store is asked.
 */
public final class ConfigCache {

    private final ItemStore store;
    private final Environment environment;
    private final LimiterListener listener;
    private final long ttlNanos;
    private final KnownLevels known;
    private final Map<Key, Flight> flights = new ConcurrentHashMap<>();
    private final AtomicLong reads = new AtomicLong();
    private final LongAdder hits = new LongAdder();
    private final LongAdder staleHits = new LongAdder();
    private final LongAdder misses = new LongAdder();
    private final LongAdder loads = new LongAdder();
    private final LongAdder calls = new LongAdder();

    /**
     * An empty cache.
     *
     * @param store where levels are read
     * @param environment for time and threads
     * @param listener hears of reads
     * @param ttlNanos how long an entry is fresh; 0 for not at all
     * @param maxEntries the most levels kept
     */
    public ConfigCache(
            ItemStore store, Environment environment, LimiterListener listener, long ttlNanos, long maxEntries) {
        this.store = store;
        this.environment = environment;
        this.listener = listener;
        this.ttlNanos = ttlNanos;
        this.known = new KnownLevels(environment, ttlNanos, maxEntries);
    }

    private record Flight(long read, CompletableFuture<Entry> future) {}

    /**
     * The number of the latest read: one that begins from now on has a higher one.
     *
     * @return a number that only grows
     */
    public long mark() {
        return reads.get();
    }

    /**
     * Changes with each change of configuration in this process.
     *
     * @return a number that only grows
     */
    public long generation() {
        return known.generation();
    }

    /**
     * Resolves from what is cached, fresh or not.
     *
     * @param levels which keys
     * @return null if a level that matters is not cached
     */
    public @Nullable Resolution peek(ConfigKeys levels) {
        long now = environment.monotonicNanos();
        Resolution resolution = Precedence.resolve(levels, known.generation(), ttlNanos, known::get);
        if (resolution == null) {
            misses.increment();
        } else if (now - resolution.freshUntilNanos() < 0) {
            hits.increment();
        } else {
            staleHits.increment();
        }
        return resolution;
    }

    /**
     * What is cached, if all of it was read later than what somebody keeps. That is no look-up: whoever keeps something
     * asks again and again while it is past its time.
     *
     * @param levels which keys
     * @param kept what is known
     * @return that or a later one
     */
    public Resolution newer(ConfigKeys levels, Resolution kept) {
        Resolution cached = Precedence.resolve(levels, known.generation(), ttlNanos, known::get);
        return cached != null && cached.oldestRead() > kept.oldestRead() ? cached : kept;
    }

    /**
     * Resolves by reads that all began after a mark; joins those under way that did.
     *
     * @param levels which keys
     * @param after from {@link #mark()}; negative for any read
     * @return fails with the store's error, or with {@link DamagedConfigException}
     */
    public CompletableFuture<Resolution> resolve(ConfigKeys levels, long after) {
        return resolve(levels, levels.all(), after);
    }

    /**
     * The same, and also by what is remembered of levels that hold nothing any more: names that none of them knows now.
     *
     * @param levels which keys
     * @param after from {@link #mark()}; negative for any read
     * @return fails with the store's error, or with {@link DamagedConfigException}
     */
    public CompletableFuture<Resolution> resolveWithGone(ConfigKeys levels, long after) {
        return resolve(levels, levels.allAndGone(), after);
    }

    private CompletableFuture<Resolution> resolve(ConfigKeys levels, List<Key> keys, long after) {
        long began = known.generation();
        List<Key> missing = new ArrayList<>();
        Map<Key, CompletableFuture<Entry>> waits = new HashMap<>();
        for (Key key : keys) {
            Entry entry = known.lastHeard(key);
            if (entry != null && entry.known() && entry.read() > after && known.fresh(entry)) {
                waits.put(key, CompletableFuture.completedFuture(entry));
                continue;
            }
            Flight flight = flights.get(key);
            // A read that began before newer news of the level arrived may bring what was there earlier.
            if (flight != null && flight.read > Math.max(after, entry == null ? after : entry.read())) {
                waits.put(key, flight.future);
            } else {
                missing.add(key);
            }
        }
        if (!missing.isEmpty()) {
            load(missing, waits);
        }
        CompletableFuture<?>[] all = waits.values().toArray(CompletableFuture[]::new);
        return CompletableFuture.allOf(all).thenApply(done -> {
            Resolution resolution = Precedence.resolve(levels, began, ttlNanos, key -> {
                CompletableFuture<Entry> read = waits.get(key);
                return read == null ? known.get(key) : read.join();
            });
            if (resolution == null) {
                throw new AssertionError("every level was read");
            }
            return resolution;
        });
    }

    /**
     * What would have to be read.
     *
     * @param levels which keys
     * @return those of the levels and the record that are not cached, or no longer fresh
     */
    public List<Key> notFresh(ConfigKeys levels) {
        List<Key> keys = new ArrayList<>();
        for (Key key : levels.all()) {
            Entry entry = known.get(key);
            if (entry == null || !known.fresh(entry)) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** Grows with whatever is heard of stored limits and records. */
    public long heard() {
        return known.heard();
    }

    /**
     * What an entity's record says, fresh or not.
     *
     * @param record its key
     * @return null if that is not known
     */
    public @Nullable ReadLineage lineage(Key record) {
        Entry entry = known.get(record);
        Lineage lineage = entry == null ? null : entry.lineage();
        return entry == null || lineage == null ? null : new ReadLineage(lineage, entry.atNanos());
    }

    private void load(List<Key> keys, Map<Key, CompletableFuture<Entry>> waits) {
        long read = reads.incrementAndGet();
        long startedNanos = environment.monotonicNanos();
        loads.add(keys.stream().filter(ConfigCache::isLevel).count());
        calls.increment();
        Map<Key, Flight> started = new HashMap<>();
        for (Key key : keys) {
            Flight flight = new Flight(read, new CompletableFuture<>());
            started.put(key, flight);
            flights.put(key, flight);
            waits.put(key, flight.future);
        }
        Callbacks.whenDone(
                store.batchGet(keys),
                (items, failure) -> started.forEach((key, flight) -> {
                    try {
                        if (failure != null) {
                            flight.future.completeExceptionally(failure);
                        } else {
                            flight.future.complete(
                                    accept(key, items == null ? null : items.get(key), read, startedNanos));
                        }
                    } catch (RuntimeException fault) {
                        // Damaged limits, or a listener that throws: nobody may wait for ever.
                        flight.future.completeExceptionally(fault);
                    } finally {
                        flights.remove(key, flight);
                    }
                }));
    }

    /**
     * Takes in a level, or an entity's record, that was read together with something else.
     *
     * @param key of either
     * @param item what was read, or null
     * @param read the number from {@link #beginRead()}
     * @param startedNanos when that read began
     */
    public void offer(Key key, @Nullable Item item, long read, long startedNanos) {
        if (isLevel(key)) {
            loads.increment();
        }
        accept(key, item, read, startedNanos);
    }

    /**
     * Numbers a read that begins now, elsewhere.
     *
     * @return the number, for {@link #offer}
     */
    public long beginRead() {
        return reads.incrementAndGet();
    }

    /**
     * Takes in what this process itself has just stored; unless something else was heard of the level since its write
     * was sent: nobody knows which of them was later.
     *
     * @param key of the level
     * @param stored what it holds now
     * @param before from {@link #mark()}, before the write was sent
     */
    public void stored(Key key, LevelItem stored, long before) {
        known.stored(key, stored, reads.incrementAndGet(), before);
    }

    /**
     * Forgets a level, or an entity's record, whose state is not known.
     *
     * @param key of either
     */
    public void forget(Key key) {
        known.forget(key, reads.incrementAndGet());
    }

    private static boolean isLevel(Key key) {
        return !EntityItems.isRecord(key) && !GoneItems.isOne(key);
    }

    private Entry accept(Key key, @Nullable Item item, long read, long startedNanos) {
        if (EntityItems.isRecord(key)) {
            return known.keep(key, Entry.ofRecord(EntityItems.lineage(item), read, startedNanos));
        }
        if (GoneItems.isOne(key)) {
            return known.keep(key, Entry.ofGone(GoneItems.names(item), read, startedNanos));
        }
        Entry entry = known.keep(key, Entry.ofLevel(ConfigItems.deciding(item), read, startedNanos));
        listener.configLoaded(key.toString(), item != null);
        return entry;
    }

    /**
     * How often the store was called; what was read elsewhere is not counted here.
     *
     * @return a count
     */
    public long calls() {
        return calls.sum();
    }

    /**
     * The counters.
     *
     * @return a snapshot
     */
    public RepositoryStatistics.Cache statistics() {
        return new RepositoryStatistics.Cache(hits.sum(), staleHits.sum(), misses.sum(), loads.sum(), known.size());
    }
}
