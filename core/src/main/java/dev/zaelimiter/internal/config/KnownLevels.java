package dev.zaelimiter.internal.config;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Key;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of levels and of entities' records, also that there is none; bounded in number. What a later read has
 * found stays, whichever comes first. Safe for use by many threads.
 */
final class KnownLevels {

    private final Environment environment;
    private final long ttlNanos;
    private final Cache<Key, Entry> entries;
    private final AtomicLong generation = new AtomicLong();

    KnownLevels(Environment environment, long ttlNanos, long maxEntries) {
        this.environment = environment;
        this.ttlNanos = ttlNanos;
        this.entries = Caffeine.newBuilder()
                .maximumSize(maxEntries)
                .executor(Runnable::run)
                .build();
    }

    /**
     * One level as a read found it; or a note that it is not known, and that only a later read may fill it.
     *
     * @param stored {@link LevelItem#NOTHING} if not known, and of an entity's record
     * @param lineage what an entity's record says; null of a level
     * @param read its number
     * @param atNanos when it began, monotonic
     * @param known whether it is
     */
    record Entry(LevelItem stored, @Nullable Lineage lineage, long read, long atNanos, boolean known) {

        static Entry ofLevel(LevelItem stored, long read, long atNanos) {
            return new Entry(stored, null, read, atNanos, true);
        }

        /** What is remembered of a level that holds nothing any more. */
        static Entry ofGone(Set<String> names, long read, long atNanos) {
            LevelItem held = new LevelItem(List.of(), names, null, null, 0, null, null);
            return new Entry(held, null, read, atNanos, true);
        }

        static Entry ofRecord(Lineage lineage, long read, long atNanos) {
            return new Entry(LevelItem.NOTHING, lineage, read, atNanos, true);
        }
    }

    /** Changes with each change of configuration in this process. */
    long generation() {
        return generation.get();
    }

    /** What is known of a level, fresh or not; null if nothing is. */
    @Nullable
    Entry get(Key key) {
        Entry entry = lastHeard(key);
        return entry == null || !entry.known ? null : entry;
    }

    /** The same, also if the last that was heard of a level is that it is not known. */
    @Nullable
    Entry lastHeard(Key key) {
        return entries.getIfPresent(key);
    }

    boolean fresh(Entry entry) {
        return environment.monotonicNanos() - entry.atNanos < ttlNanos;
    }

    /** Keeps what was read, unless a later read has found something. */
    Entry keep(Key key, Entry entry) {
        entries.asMap().merge(key, entry, (old, fresh) -> fresh.read >= old.read ? fresh : old);
        return entry;
    }

    /** Keeps what this process has stored; if anything was heard since its write was sent, nobody knows what is later. */
    void stored(Key key, LevelItem stored, long read, long before) {
        Entry own = Entry.ofLevel(stored, read, environment.monotonicNanos());
        entries.asMap()
                .merge(key, own, (old, fresh) -> old.read > before ? unknown(Math.max(old.read, own.read)) : own);
        generation.incrementAndGet();
    }

    /** From now on it is not known what a level holds, until a read tells that began after this number. */
    void forget(Key key, long read) {
        keep(key, unknown(read));
        generation.incrementAndGet();
    }

    private Entry unknown(long read) {
        return new Entry(LevelItem.NOTHING, null, read, environment.monotonicNanos(), false);
    }

    long size() {
        return entries.estimatedSize();
    }
}
