package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Level;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.internal.schema.Keys;
import dev.zaelimiter.store.Key;
import org.jspecify.annotations.Nullable;

/**
 * Under which key a level is stored in a namespace, and the names in it. Immutable; the names are checked.
 *
 * @param key of the item
 * @param entity whose limits they are, or null if they are those of a resource or of the system
 * @param resource on what; {@link Keys#DEFAULT_RESOURCE} for all resources of an entity, null for the system
 */
public record LevelKey(
        Key key, @Nullable String entity, @Nullable String resource) {

    static LevelKey ofSystem(Keys keys) {
        return new LevelKey(keys.systemConfig(), null, null);
    }

    static LevelKey ofResource(Keys keys, String resource) {
        return new LevelKey(keys.resourceConfig(Inputs.resource(resource)), null, resource);
    }

    static LevelKey ofEntity(Keys keys, String entity) {
        return new LevelKey(
                keys.entityConfig(Inputs.entity(entity), Keys.DEFAULT_RESOURCE), entity, Keys.DEFAULT_RESOURCE);
    }

    static LevelKey ofEntity(Keys keys, String entity, String resource) {
        return new LevelKey(keys.entityConfig(Inputs.entity(entity), Inputs.resource(resource)), entity, resource);
    }

    /**
     * Where a level is stored.
     *
     * @param keys of the namespace
     * @param level which
     * @return its key
     * @throws dev.zaelimiter.InvalidInputException if a name breaks its rule
     */
    public static LevelKey of(Keys keys, Level level) {
        if (level.entity().isEmpty()) {
            return level.resource().map(name -> ofResource(keys, name)).orElseGet(() -> ofSystem(keys));
        }
        String entity = level.entity().get();
        return level.resource().map(name -> ofEntity(keys, entity, name)).orElseGet(() -> ofEntity(keys, entity));
    }

    /** What is stored there, in words for a message: nobody outside knows its key. */
    String words() {
        if (entity == null) {
            return resource == null
                    ? "the limits of the system"
                    : "the limits of resource " + NameEncoding.RESOURCE.show(resource);
        }
        return "the limits of entity " + NameEncoding.ENTITY.show(entity)
                + (resource == null ? "" : " on " + NameEncoding.RESOURCE.show(resource));
    }
}
