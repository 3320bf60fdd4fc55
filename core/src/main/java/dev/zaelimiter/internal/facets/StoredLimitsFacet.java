package dev.zaelimiter.internal.facets;

import dev.zaelimiter.ConfigConflictException;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.StoreFailureException;
import dev.zaelimiter.StoredLimits;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Key;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The stored limits: which verb goes to which level. {@link LevelStore} reads and changes, {@link LimitLists} lists.
 */
final class StoredLimitsFacet implements StoredLimits {

    private final Engine engine;
    private final LevelStore levels;
    private final LimitLists lists;

    StoredLimitsFacet(
            Engine engine, BlockingStore blocking, AuditedTransactions transactions, ClientVersionFloor versionFloor) {
        this.engine = engine;
        this.levels = new LevelStore(engine, blocking, transactions, versionFloor);
        this.lists = new LimitLists(engine, blocking);
    }

    private LevelKey entityLevel(String entity, String resource) {
        return LevelKey.ofEntity(engine.keys(), entity, resource);
    }

    private LevelKey entityDefaults(String entity) {
        return LevelKey.ofEntity(engine.keys(), entity);
    }

    private LevelKey resourceLevel(String resource) {
        return LevelKey.ofResource(engine.keys(), resource);
    }

    private LevelKey systemLevel() {
        return LevelKey.ofSystem(engine.keys());
    }

    @Override
    public void setEntityLimits(String entity, String resource, Limit... limits) {
        set(entityLevel(entity, resource), limits);
    }

    @Override
    public List<Limit> getEntityLimits(String entity, String resource) {
        return levels.read(entityLevel(entity, resource)).limits();
    }

    @Override
    public boolean deleteEntityLimits(String entity, String resource) {
        return delete(entityLevel(entity, resource));
    }

    @Override
    public void setEntityDefaults(String entity, Limit... limits) {
        set(entityDefaults(entity), limits);
    }

    @Override
    public List<Limit> getEntityDefaults(String entity) {
        return levels.read(entityDefaults(entity)).limits();
    }

    @Override
    public boolean deleteEntityDefaults(String entity) {
        return delete(entityDefaults(entity));
    }

    @Override
    public void setResourceDefaults(String resource, Limit... limits) {
        set(resourceLevel(resource), limits);
    }

    @Override
    public List<Limit> getResourceDefaults(String resource) {
        return levels.read(resourceLevel(resource)).limits();
    }

    @Override
    public boolean deleteResourceDefaults(String resource) {
        return delete(resourceLevel(resource));
    }

    @Override
    public void setSystemDefaults(Limit... limits) {
        set(systemLevel(), limits);
    }

    @Override
    public List<Limit> getSystemDefaults() {
        return levels.read(systemLevel()).limits();
    }

    @Override
    public boolean deleteSystemDefaults() {
        return delete(systemLevel());
    }

    @Override
    public void setOnUnavailable(OnUnavailable policy) {
        levels.change(systemLevel(), stored -> stored.withOnUnavailable(policy));
    }

    @Override
    public Optional<OnUnavailable> getOnUnavailable() {
        return Optional.ofNullable(levels.read(systemLevel()).onUnavailable());
    }

    private void set(LevelKey level, Limit... limits) {
        List<Limit> checked = Inputs.limits(List.of(limits));
        levels.change(level, stored -> stored.withLimits(checked));
    }

    private boolean delete(LevelKey level) {
        return levels.change(level, stored -> stored.hasLimits() ? stored.withLimits(List.of()) : stored)
                .before()
                .hasLimits();
    }

    @Override
    public LevelSettings read(Level level) {
        return config(levels.read(level(level)));
    }

    @Override
    public Map<Level, LevelSettings> readAll(Collection<Level> wanted) {
        Map<Level, LevelKey> places = new LinkedHashMap<>();
        wanted.forEach(level -> places.put(level, level(level)));
        Map<Key, LevelItem> stored = levels.readAll(places.values());
        Map<Level, LevelSettings> all = new LinkedHashMap<>();
        places.forEach((level, place) -> all.put(level, config(stored.getOrDefault(place.key(), LevelItem.NOTHING))));
        return all;
    }

    @Override
    public LevelSettings change(Level level, LevelChange change) {
        boolean system = level.entity().isEmpty() && level.resource().isEmpty();
        if (change.onUnavailable().isPresent() && !system) {
            throw new InvalidInputException(
                    "onUnavailable", change.onUnavailable().get(), "only for the system");
        }
        if (change.changesAccess() && system) {
            throw new InvalidInputException("access", level, "a resource or an entity, not the system");
        }
        LevelStore.Changed changed = levels.change(level(level), before -> {
            if (change.version().isPresent() && change.version().getAsLong() != before.version()) {
                throw new ConfigConflictException(level, change.version().getAsLong(), before.version());
            }
            if (change.keepsLimits() && change.changesLimits() && before.unreadable() != null) {
                throw new StoreFailureException(
                        "changing " + level + " in part", false, new IllegalStateException(before.unreadable()));
            }
            LevelItem after = change.changesLimits() ? before.withLimits(change.apply(before.limits())) : before;
            if (change.onUnavailable().isPresent()) {
                after = after.withOnUnavailable(change.onUnavailable().get());
            }
            if (change.changesAccess()) {
                after = after.withAccess(change.access().orElse(null));
            }
            return after.withVersion(before.version() + 1);
        });
        return config(changed.after());
    }

    private LevelKey level(Level level) {
        return LevelKey.of(engine.keys(), level);
    }

    private static LevelSettings config(LevelItem stored) {
        return new LevelSettings(
                stored.limits(),
                Optional.ofNullable(stored.onUnavailable()),
                Optional.ofNullable(stored.access()),
                stored.version(),
                Optional.ofNullable(stored.unreadable()));
    }

    @Override
    public List<String> resourcesWithDefaults() {
        return lists.resourcesWithDefaults();
    }

    @Override
    public Map<String, Long> resourcesWithEntityLimits() {
        return lists.resourcesWithEntityLimits();
    }

    @Override
    public NamePage entitiesWithLimits(@Nullable String resource, int limit, @Nullable String after) {
        return lists.entitiesWithLimits(
                resource == null ? Keys.DEFAULT_RESOURCE : Inputs.resource(resource), limit, after);
    }
}
