package dev.zaelimiter.admin;

import dev.zaelimiter.Access;
import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelConfig;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.internal.engine.Engine;
import dev.zaelimiter.internal.facets.EngineRepository;
import dev.zaelimiter.internal.facets.Waiting;
import dev.zaelimiter.internal.schema.BucketStamps;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Page;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.WriteResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Switches a resource or an entity off, on, or past its limits. The switch is stored with the limits of a level; every
 * process of this implementation follows it within the time to live of its configuration cache, this one at once.
 *
 * <p>Processes of the Python system look at the bucket instead, so the buckets below the level are told too. Each is told
 * what holds for it, so that exceptions stay exceptions. Blocking; safe for use by many threads.
 */
public final class Switches {

    private static final int AT_ONCE = 100;

    private final Engine engine;
    private final Waiting waiting;
    private final StoredLimits limits;

    Switches(EngineRepository repository, StoredLimits limits) {
        this.engine = repository.engine();
        this.waiting = repository.waiting();
        this.limits = limits;
    }

    /**
     * Stores a switch, and tells the buckets. May be called again if it failed midway.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @param access what is to hold
     * @return how many buckets were told
     * @throws InvalidInputException if the level is the system
     * @throws StoreFailureException if the store fails; if that was while buckets were told, the switch is stored
     */
    public long set(ConfigLevel level, Access access) {
        limits.change(level, LevelChange.keep().access(access));
        return tellBuckets(level);
    }

    /**
     * Takes a switch away, so that a wider level decides, and tells the buckets. May be called again if it failed midway.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @return how many buckets were told
     * @throws InvalidInputException if the level is the system
     * @throws StoreFailureException if the store fails; if that was while buckets were told, the switch is gone
     */
    public long clear(ConfigLevel level) {
        limits.change(level, LevelChange.keep().clearAccess());
        return tellBuckets(level);
    }

    /**
     * What a level itself says.
     *
     * @param level which
     * @return empty if it leaves it to wider levels
     */
    public Optional<Access> get(ConfigLevel level) {
        return limits.read(level).access();
    }

    /**
     * Tells the buckets below a level what holds for them, without a change of the level.
     *
     * @param level a resource, an entity, or an entity on a resource
     * @return how many buckets were told
     * @throws StoreFailureException if the store fails; what was told until then stays
     */
    public long tellBuckets(ConfigLevel level) {
        long told = 0;
        Query query = level.entity()
                .map(entity -> EntityItems.bucketsOf(engine.keys(), entity))
                .orElseGet(() ->
                        EntityItems.bucketsOn(engine.keys(), level.resource().orElseThrow()));
        Query next = query.limit(AT_ONCE);
        Page page;
        do {
            page = waiting.get(
                    "finding the buckets of " + level, engine.patientStore().query(next));
            told += tell(level, page.items());
            next = next.after(page.next());
        } while (page.next() != null);
        return told;
    }

    private long tell(ConfigLevel level, List<Item> found) {
        Map<Item, BucketStamps.Place> places = new LinkedHashMap<>();
        for (Item item : found) {
            BucketStamps.Place place = BucketStamps.place(item.key());
            if (place != null && level.resource().map(place.resource()::equals).orElse(true)) {
                places.put(item, place);
            }
        }
        Map<ConfigLevel, LevelConfig> stored = limits.readAll(places.values().stream()
                .flatMap(place -> levels(place).stream())
                .distinct()
                .toList());
        long told = 0;
        for (Map.Entry<Item, BucketStamps.Place> each : places.entrySet()) {
            Access access = levels(each.getValue()).stream()
                    .flatMap(where -> Optional.ofNullable(stored.get(where)).flatMap(LevelConfig::access).stream())
                    .findFirst()
                    .orElse(Access.ENABLED);
            long now = engine.environment().wallMillis();
            WriteResult result = waiting.get(
                    "telling a bucket of " + level,
                    engine.patientStore()
                            .write(BucketStamps.tell(
                                    each.getKey().key(),
                                    access,
                                    now,
                                    engine.environment().random())));
            told += result instanceof WriteResult.Written ? 1 : 0;
        }
        return told;
    }

    /** The levels that speak of a bucket, the first that says anything decides. */
    private static List<ConfigLevel> levels(BucketStamps.Place place) {
        return List.of(
                ConfigLevel.entity(place.entity(), place.resource()),
                ConfigLevel.entity(place.entity()),
                ConfigLevel.resource(place.resource()));
    }
}
