package dev.zaelimiter.internal.config;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import dev.zaelimiter.Environment;
import dev.zaelimiter.internal.schema.BucketCreation.Lineage;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of levels and of entities' records, also that there is none; bounded in number. What a later read
 * has found stays, whichever comes first. Most entities have neither a record nor levels: what holds nothing is told
 * together with the others of its partition ({@link EmptyLevels}), and all else alone. Safe for use by many threads.
 */
final class KnownLevels {

    /** Fewer than most have: an entity's has its record, its defaults, and one for each resource. */
    private static final int LEVELS_PER_PARTITION = 2;

    private static final int MOST_LOOKS = 4;

    private final Environment environment;
    private final long ttlNanos;
    private final Cache<Key, Entry> entries;
    /** By partition: whoever changes what is known of a level does so while it holds the entry here. */
    private final Cache<String, EmptyLevels> empty;

    private final LongAdder emptyLevels = new LongAdder();
    /** Grows before a level leaves the place where it was told alone. */
    private final AtomicLong moved = new AtomicLong();

    private final AtomicLong generation = new AtomicLong();
    private final AtomicLong heard = new AtomicLong();
    /** Levels that one read finds to hold the same are told by one entry. */
    private @Nullable Entry last;

    KnownLevels(Environment environment, long ttlNanos, long maxEntries) {
        this.environment = environment;
        this.ttlNanos = ttlNanos;
        this.entries = Caffeine.newBuilder()
                .maximumSize(maxEntries)
                .executor(Runnable::run)
                .build();
        this.empty = Caffeine.newBuilder()
                .maximumSize(Math.max(1, maxEntries / LEVELS_PER_PARTITION))
                .executor(Runnable::run)
                .evictionListener((@Nullable String partition, @Nullable EmptyLevels gone, RemovalCause cause) ->
                        emptyLevels.add(gone == null ? 0 : -gone.size()))
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

        /** What a read tells of a level, or of a record, that is not there. */
        static Entry ofNothing(Key key, long read, long atNanos) {
            return EntityItems.isRecord(key)
                    ? ofRecord(Lineage.NONE, read, atNanos)
                    : ofLevel(LevelItem.NOTHING, read, atNanos);
        }

        boolean isOfNothing(Key key) {
            return known
                    && stored.equals(LevelItem.NOTHING)
                    && Objects.equals(lineage, EntityItems.isRecord(key) ? Lineage.NONE : null);
        }
    }

    /** Changes with each change of configuration in this process. */
    long generation() {
        return generation.get();
    }

    /** Changes with whatever is heard of any level or record. */
    long heard() {
        return heard.get();
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
        Entry entry = null;
        long before = -1;
        // Between the two looks it may have gone from the one place to the other.
        for (int look = 0; look < MOST_LOOKS && entry == null && moved.get() != before; look++) {
            before = moved.get();
            Entry none = toldEmpty(empty.getIfPresent(key.pk()), key);
            entry = none == null ? entries.getIfPresent(key) : none;
        }
        return entry;
    }

    boolean fresh(Entry entry) {
        return environment.monotonicNanos() - entry.atNanos < ttlNanos;
    }

    /** Keeps what was read, unless a later read has found something. */
    Entry keep(Key key, Entry entry) {
        update(key, old -> old == null || entry.read >= old.read ? entry : old);
        heard.incrementAndGet();
        return entry;
    }

    /**
     * Keeps what this process has stored; if anything was heard since its write was sent, nobody knows what is later.
     */
    void stored(Key key, LevelItem stored, long read, long before) {
        Entry own = Entry.ofLevel(stored, read, environment.monotonicNanos());
        update(key, old -> old != null && old.read > before ? unknown(Math.max(old.read, own.read)) : own);
        heard.incrementAndGet();
        generation.incrementAndGet();
    }

    private void update(Key key, UnaryOperator<@Nullable Entry> next) {
        List<Entry> elsewhere = new ArrayList<>(1);
        empty.asMap().compute(key.pk(), (partition, told) -> {
            Entry none = toldEmpty(told, key);
            Entry alone = none == null ? entries.getIfPresent(key) : null;
            Entry old = none == null ? alone : none;
            Entry now = Objects.requireNonNull(next.apply(old));
            if (now.equals(old)) {
                return told;
            }
            EmptyLevels others = none == null || told == null ? told : told.without(key.sk());
            EmptyLevels all = now.isOfNothing(key) ? with(others, key, now) : null;
            if (all == null) {
                entries.put(key, shared(now));
            } else if (alone != null) {
                elsewhere.add(alone);
            }
            EmptyLevels left = all == null ? others : all;
            emptyLevels.add((left == null ? 0 : left.size()) - (told == null ? 0 : told.size()));
            return left;
        });
        for (Entry old : elsewhere) {
            // Only now, so that it is in one of the two places at any time.
            moved.incrementAndGet();
            entries.asMap().remove(key, old);
        }
    }

    /** What one read finds to hold nothing is told together; null if a level has to be told alone. */
    private @Nullable EmptyLevels with(@Nullable EmptyLevels others, Key key, Entry now) {
        if (others == null) {
            return EmptyLevels.of(key.sk(), now.read, now.atNanos);
        }
        if (others.read() == now.read && others.atNanos() == now.atNanos) {
            return others.with(key.sk());
        }
        if (others.read() > now.read) {
            return null;
        }
        for (String name : others.names()) {
            Key other = Key.of(key.pk(), name);
            entries.put(other, shared(Objects.requireNonNull(toldEmpty(others, other))));
        }
        return EmptyLevels.of(key.sk(), now.read, now.atNanos);
    }

    private static @Nullable Entry toldEmpty(@Nullable EmptyLevels told, Key key) {
        return told == null || !told.names().contains(key.sk())
                ? null
                : Entry.ofNothing(key, told.read(), told.atNanos());
    }

    private Entry shared(Entry entry) {
        Entry known = last;
        Entry shared = known != null && known.equals(entry) ? known : entry;
        last = shared;
        return shared;
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
        return entries.estimatedSize() + emptyLevels.sum();
    }
}
