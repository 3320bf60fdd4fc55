package dev.zaelimiter.internal.config;

import dev.zaelimiter.Level;
import dev.zaelimiter.internal.schema.GoneItems;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Key;
import java.util.ArrayList;
import java.util.List;

/**
 * Where to read what holds for an entity and resource: the keys of four levels, most specific first, and of the
 * entity's own record, which says who is charged in addition.
 *
 * @param keys one for each of {@link #ORDER}
 * @param record of the entity
 */
public record ConfigKeys(List<Key> keys, Key record) {

    /** The stored levels, most specific first. */
    public static final List<Level.Kind> ORDER =
            List.of(Level.Kind.ENTITY_RESOURCE, Level.Kind.ENTITY, Level.Kind.RESOURCE, Level.Kind.SYSTEM);

    /** Copies the list. */
    public ConfigKeys {
        keys = List.copyOf(keys);
    }

    /**
     * The levels of an entity and resource.
     *
     * @param keys of the namespace
     * @param entity who
     * @param resource on what
     * @return its four keys
     */
    public static ConfigKeys of(Keys keys, String entity, String resource) {
        Key record = keys.meta(entity);
        List<Key> levels = List.of(
                keys.entityConfig(record, resource),
                keys.entityConfig(record, Keys.DEFAULT_RESOURCE),
                keys.resourceConfig(resource),
                keys.systemConfig());
        return new ConfigKeys(levels, record);
    }

    /**
     * Where a level is remembered once it holds nothing any more; read only where that matters. Made when asked for:
     * each bucket in use would hold four of them.
     *
     * @param level its place in {@link #ORDER}
     */
    Key gone(int level) {
        return GoneItems.key(keys.get(level));
    }

    /** The levels, the record, and what is remembered of levels that hold nothing any more. */
    List<Key> allAndGone() {
        List<Key> all = all();
        for (int level = 0; level < keys.size(); level++) {
            all.add(gone(level));
        }
        return all;
    }

    /** The levels and the record. */
    List<Key> all() {
        List<Key> all = new ArrayList<>(keys);
        all.add(record);
        return all;
    }
}
