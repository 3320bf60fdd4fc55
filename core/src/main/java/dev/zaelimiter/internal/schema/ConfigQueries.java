package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import org.jspecify.annotations.Nullable;

/** Where stored limits are found, and whose they are. Pure. */
public final class ConfigQueries {

    private ConfigQueries() {}

    /**
     * Finds the levels of all resources.
     *
     * @param keys of the namespace
     * @return a query of the index that knows the keys of a namespace, in order of the resources' names
     */
    public static Query ofAllResources(Keys keys) {
        return Query.of(Query.Index.GSI4, keys.namespace()).sortPrefix(keys.resourcePk(""));
    }

    /**
     * Which resource's level lies under a key.
     *
     * @param keys of the namespace
     * @param key from {@link #ofAllResources}
     * @return a name as it is stored, or null if it is no level
     */
    public static @Nullable String resourceLevel(Keys keys, Key key) {
        return key.sk().equals(Keys.CONFIG)
                ? key.pk().substring(keys.resourcePk("").length())
                : null;
    }

    /**
     * Finds the entities that have limits on a resource.
     *
     * @param keys of the namespace
     * @param resource on what, or {@link Keys#DEFAULT_RESOURCE}
     * @return a query of the index that knows them
     */
    public static Query entitiesWithLimits(Keys keys, String resource) {
        return Query.of(Query.Index.GSI3, keys.entityConfigPk(resource));
    }

    /**
     * The resource of an entity's level.
     *
     * @param key of an item
     * @return the resource, or null if it is no such level
     */
    public static @Nullable String resource(Key key) {
        String prefix = Keys.CONFIG + "#";
        return key.sk().startsWith(prefix) ? key.sk().substring(prefix.length()) : null;
    }
}
