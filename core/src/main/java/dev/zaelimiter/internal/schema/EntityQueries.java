package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.util.Objects;

/** Where entities, their buckets and what lies with them are found. Pure. */
public final class EntityQueries {

    private static final String BUCKET = "BUCKET#";

    private EntityQueries() {}

    /**
     * Finds the buckets of an entity.
     *
     * @param keys of the namespace
     * @param entity its id
     * @return a query of the index that knows them
     */
    public static Query bucketsOf(Keys keys, String entity) {
        return Query.of(Query.Index.GSI3, keys.entityPk(entity)).sortPrefix(BUCKET);
    }

    /**
     * Finds the buckets on a resource.
     *
     * @param keys of the namespace
     * @param resource on what
     * @return a query of the index that knows them, in order of the entities
     */
    public static Query bucketsOn(Keys keys, String resource) {
        return Query.of(Query.Index.GSI2, keys.resourcePk(resource)).sortPrefix(BUCKET);
    }

    /**
     * Finds the children of an entity.
     *
     * @param keys of the namespace
     * @param parent its id
     * @return a query of the index that knows them, in order of their ids
     */
    public static Query childrenOf(Keys keys, String parent) {
        return Query.of(Query.Index.GSI1, keys.parentPk(parent)).sortPrefix(EntityItems.CHILD);
    }

    /**
     * The id of a child.
     *
     * @param found an item from {@link #childrenOf}
     * @return its id
     */
    public static String child(Item found) {
        String key = Objects.requireNonNull(found.text("GSI1SK"), "GSI1SK");
        return key.substring(EntityItems.CHILD.length());
    }

    /**
     * Finds everything that is stored for an entity, its record included.
     *
     * @param keys of the namespace
     * @param entity its id
     * @return a query of the table
     */
    public static Query everythingOf(Keys keys, String entity) {
        return Query.of(Query.Index.TABLE, keys.entityPk(entity));
    }

    /**
     * Finds everything that lies with entities: their records, and limits of their own.
     *
     * @param keys of the namespace
     * @return a query of the index that knows the keys of a namespace, in order of the entities' ids
     */
    public static Query withAllEntities(Keys keys) {
        return withEntities(keys, "");
    }

    /**
     * Finds what lies with those entities whose ids begin in one way.
     *
     * @param keys of the namespace
     * @param prefix of the ids, or an empty text for all
     * @return as {@link #withAllEntities}
     */
    public static Query withEntities(Keys keys, String prefix) {
        return Query.of(Query.Index.GSI4, keys.namespace()).sortPrefix(keys.entityPk(prefix));
    }

    /**
     * Finds the buckets of those entities whose ids begin in one way.
     *
     * @param keys of the namespace
     * @param prefix of the ids, or an empty text for all
     * @return a query of the index that knows the keys of a namespace, in order of the entities' ids
     */
    public static Query bucketsOfEntities(Keys keys, String prefix) {
        return Query.of(Query.Index.GSI4, keys.namespace()).sortPrefix(BUCKET + prefix);
    }

    /**
     * Whose bucket lies under a key.
     *
     * @param bucket from {@link #bucketsOfEntities}
     * @return an id as it is stored
     */
    public static String entityOfBucket(Key bucket) {
        int start = bucket.pk().indexOf(BUCKET) + BUCKET.length();
        int end = bucket.pk().indexOf('#', start);
        return bucket.pk().substring(start, end < 0 ? bucket.pk().length() : end);
    }

    /**
     * Whose record, or limits, lie under a key.
     *
     * @param keys of the namespace
     * @param key from {@link #withAllEntities}
     * @return an id as it is stored
     */
    public static String entity(Keys keys, Key key) {
        return key.pk().substring(keys.entityPk("").length());
    }
}
