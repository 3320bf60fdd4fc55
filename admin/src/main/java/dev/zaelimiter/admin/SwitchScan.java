package dev.zaelimiter.admin;

import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.engine.kernel.Engine;
import dev.zaelimiter.internal.facets.BlockingStore;
import dev.zaelimiter.internal.facets.Pages;
import dev.zaelimiter.internal.facets.StoredNames;
import dev.zaelimiter.internal.schema.ConfigItems;
import dev.zaelimiter.internal.schema.ConfigQueries;
import dev.zaelimiter.internal.schema.EntityItems;
import dev.zaelimiter.internal.schema.EntityQueries;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks at every level of a namespace, first the resources, then the entities, and shows those with a switch or a soft
 * limit. The index knows keys alone, so each page of levels is then read from the table.
 */
final class SwitchScan implements Iterator<SwitchedLevel> {

    private static final int AT_ONCE = 100;

    private final Engine engine;
    private final BlockingStore blocking;
    private final Deque<Pages<Item>> kinds = new ArrayDeque<>();
    private final Deque<SwitchedLevel> found = new ArrayDeque<>();

    SwitchScan(Engine engine, BlockingStore blocking) {
        this.engine = engine;
        this.blocking = blocking;
        for (Query query :
                List.of(ConfigQueries.ofAllResources(engine.keys()), EntityQueries.withAllEntities(engine.keys()))) {
            kinds.add(Pages.read(engine, blocking, "listing switches", query.limit(AT_ONCE)));
        }
        Item system = blocking.read(
                "listing switches", engine.patientStore().get(engine.keys().systemConfig()));
        if (system != null) {
            add(Level.system(), system);
        }
    }

    @Override
    public boolean hasNext() {
        while (found.isEmpty() && !kinds.isEmpty()) {
            if (kinds.element().hasNext()) {
                read(kinds.element().next());
            } else {
                kinds.remove();
            }
        }
        return !found.isEmpty();
    }

    @Override
    public SwitchedLevel next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        return found.remove();
    }

    private void read(List<Item> page) {
        Map<Key, Level> levels = new LinkedHashMap<>();
        for (Item each : page) {
            Level level = level(each.key());
            if (level != null) {
                levels.put(each.key(), level);
            }
        }
        if (levels.isEmpty()) {
            return;
        }
        Map<Key, Item> items =
                blocking.read("listing switches", engine.patientStore().batchGet(levels.keySet()));
        levels.forEach((key, level) -> {
            Item item = items.get(key);
            if (item != null) {
                add(level, item);
            }
        });
    }

    private void add(Level level, Item item) {
        LevelItem stored = ConfigItems.lenient(item);
        List<String> soft =
                stored.limits().stream().filter(Limit::soft).map(Limit::name).toList();
        Optional<String> problem = Optional.ofNullable(stored.unreadable());
        if (stored.access() != null || !soft.isEmpty() || problem.isPresent()) {
            found.add(new SwitchedLevel(level, Optional.ofNullable(stored.access()), soft, problem));
        }
    }

    private @Nullable Level level(Key key) {
        Keys keys = engine.keys();
        String ofEntity = ConfigQueries.resource(key);
        if (ofEntity != null) {
            String entity = EntityQueries.entity(keys, key);
            boolean legal =
                    StoredNames.isEntity("the switches", entity) && StoredNames.isResource("the switches", ofEntity);
            return !legal
                    ? null
                    : ofEntity.equals(Keys.DEFAULT_RESOURCE) ? Level.entity(entity) : Level.entity(entity, ofEntity);
        }
        if (EntityItems.isRecord(key)) {
            return null;
        }
        String resource = ConfigQueries.resourceLevel(keys, key);
        return resource == null || !StoredNames.isResource("the switches", resource) ? null : Level.resource(resource);
    }
}
