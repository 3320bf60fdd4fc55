package dev.zaelimiter.admin;

import dev.zaelimiter.Access;
import dev.zaelimiter.Level;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.LevelKey;
import dev.zaelimiter.internal.facets.OptimisticRetry;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.schema.BucketStamps;
import dev.zaelimiter.internal.schema.BucketStamps.Place;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteResult;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Tells buckets which switch holds for them.
 *
 * <p>The index that knows the buckets may be behind, so they are looked for twice; the second time only those are
 * written that do not know yet. And two operators may be at work: after buckets were told, their levels are read again,
 * and those whose levels have changed are told again. So whoever writes last has read what holds.
 */
final class SwitchFanOut {

    private static final int AT_ONCE = 100;

    private final Engine engine;
    private final BlockingStore blocking;
    private final OptimisticRetry retry;

    SwitchFanOut(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
        this.retry = new OptimisticRetry(engine, blocking);
    }

    /** What levels say of their switches, read consistently; limits that can't be followed do not matter here. */
    Map<Level, Optional<Access>> stored(Collection<Level> levels) {
        engine.requireOpen();
        Map<Level, Key> keys = new LinkedHashMap<>();
        levels.forEach(
                level -> keys.put(level, LevelKey.of(engine.keys(), level).key()));
        Map<Level, Optional<Access>> stored = new LinkedHashMap<>();
        if (!keys.isEmpty()) {
            Map<Key, Item> items = blocking.read(
                    "reading " + keys.size() + " levels",
                    engine.patientStore().batchGet(new LinkedHashSet<>(keys.values())));
            keys.forEach((level, key) -> stored.put(
                    level,
                    Optional.ofNullable(ConfigItems.lenient(items.get(key)).access())));
        }
        return stored;
    }

    Access effective(String entity, String resource) {
        Place place = new Place(entity, resource);
        return access(place, stored(levels(place)));
    }

    long run(Level level) {
        return pass(level, false) + pass(level, true);
    }

    private long pass(Level level, boolean again) {
        Query query = level.entity()
                .map(entity -> EntityQueries.bucketsOf(engine.keys(), entity))
                .orElseGet(() ->
                        EntityQueries.bucketsOn(engine.keys(), level.resource().orElseThrow()))
                .limit(AT_ONCE);
        Pages<Item> pages = Pages.read(engine, blocking, "finding the buckets of " + level, query);
        long told = 0;
        while (pages.hasNext()) {
            told += tell(level, pages.next(), again);
        }
        return told;
    }

    private long tell(Level level, List<Item> found, boolean again) {
        Map<Key, Place> places = new LinkedHashMap<>();
        for (Item item : found) {
            Place place = BucketStamps.place(item.key());
            if (place != null && level.resource().map(place.resource()::equals).orElse(true)) {
                places.put(item.key(), place);
            }
        }
        Map<Level, Optional<Access>> stored = levelsOf(places);
        long told = write(level, places, stored, again);
        retry.runInParts(
                "telling the buckets of " + level, "others changed their levels", new Retelling(level, places, stored));
        return told;
    }

    /** Tells those again whose levels have changed since they were told, until none has. */
    private final class Retelling implements OptimisticRetry.Attempt<Boolean> {
        private final Level level;
        private final Map<Key, Place> places;
        private Map<Level, Optional<Access>> told;

        Retelling(Level level, Map<Key, Place> places, Map<Level, Optional<Access>> told) {
            this.level = level;
            this.places = places;
            this.told = told;
        }

        @Override
        public @Nullable Boolean once() {
            Map<Level, Optional<Access>> now = levelsOf(places);
            places.values()
                    .removeIf(place ->
                            levels(place).stream().allMatch(each -> Objects.equals(now.get(each), told.get(each))));
            if (places.isEmpty()) {
                return true;
            }
            write(level, places, now, false);
            told = now;
            return null;
        }
    }

    private Map<Level, Optional<Access>> levelsOf(Map<Key, Place> places) {
        Set<Level> levels = new LinkedHashSet<>();
        places.values().forEach(place -> levels.addAll(levels(place)));
        return stored(levels);
    }

    private long write(Level level, Map<Key, Place> places, Map<Level, Optional<Access>> stored, boolean ifUntold) {
        long now = engine.environment().wallMillis();
        List<CompletableFuture<WriteResult>> answers = places.entrySet().stream()
                .map(each -> {
                    Write write = BucketStamps.tell(
                            each.getKey(),
                            access(each.getValue(), stored),
                            now,
                            engine.environment().random(),
                            ifUntold);
                    return engine.patientStore().write(write);
                })
                .toList();
        return answers.stream()
                .filter(answer -> blocking.get("telling a bucket of " + level, answer) instanceof WriteResult.Written)
                .count();
    }

    private static Access access(Place place, Map<Level, Optional<Access>> stored) {
        return levels(place).stream()
                .flatMap(level -> stored.getOrDefault(level, Optional.empty()).stream())
                .findFirst()
                .orElse(Access.ENABLED);
    }

    /** The levels that speak of a bucket, the first that says anything decides. */
    private static List<Level> levels(Place place) {
        return List.of(
                Level.entity(place.entity(), place.resource()),
                Level.entity(place.entity()),
                Level.resource(place.resource()));
    }
}
