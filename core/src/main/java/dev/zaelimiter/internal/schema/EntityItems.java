package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Entity;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Query;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An entity's own record as an item, both ways. */
public final class EntityItems {

    static final String GENERATION = "pgen";
    static final String INCARNATION = "pinc";

    /** What a bucket copies of its entity's record. */
    static final List<String> TOLD = List.of(BucketSchema.PARENT, BucketSchema.CASCADE, GENERATION, INCARNATION);

    private static final String CHILD = "CHILD#";
    private static final String BUCKET = "BUCKET#";
    private static final String NAME = "name";
    private static final String METADATA = "metadata";

    private EntityItems() {}

    /**
     * Writes an entity.
     *
     * @param keys of the namespace
     * @param entity what to write
     * @param now milliseconds since the epoch
     * @param incarnation random, to tell this record from one of the same id before or after it
     * @return the item
     */
    public static Item encode(Keys keys, Entity entity, long now, long incarnation) {
        Key key = keys.meta(entity.id());
        Map<String, AttributeValue> metadata = new TreeMap<>();
        entity.metadata().forEach((name, value) -> metadata.put(name, AttributeValue.of(value)));
        Item.Builder item = Item.builder(key)
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", key.pk())
                .put(BucketSchema.ENTITY, entity.id())
                .put(NAME, entity.name())
                .put(BucketSchema.CASCADE, entity.cascade())
                .put(METADATA, new AttributeValue.Mapping(metadata))
                .put(
                        "created_at",
                        Instant.ofEpochMilli(now)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put(GENERATION, now)
                .put(INCARNATION, String.format("%016x", incarnation));
        if (entity.parent().isPresent()) {
            String parent = entity.parent().get();
            item.put(BucketSchema.PARENT, parent)
                    .put("GSI1PK", keys.parentPk(parent))
                    .put("GSI1SK", CHILD + entity.id());
        } else {
            item.put(BucketSchema.PARENT, AttributeValue.Null.NULL);
        }
        return item.build();
    }

    /**
     * Reads an entity, whoever wrote it and by whatever rules.
     *
     * @param id its id
     * @param item its item
     * @return the entity as it is stored
     */
    public static Entity decode(String id, Item item) {
        String name = item.text(NAME);
        String parent = item.text(BucketSchema.PARENT);
        Map<String, String> metadata = new TreeMap<>();
        if (item.get(METADATA) instanceof AttributeValue.Mapping mapping) {
            mapping.values().forEach((key, value) -> {
                if (value instanceof AttributeValue.Text text) {
                    metadata.put(key, text.value());
                }
            });
        }
        return Entity.stored(
                id, name == null || name.isEmpty() ? id : name, parent, parent != null && cascades(item), metadata);
    }

    /**
     * What a bucket copies of its entity's record. One that is its own parent, as other systems store, is charged once.
     *
     * @param item the record, or null if there is none
     * @return the lineage
     */
    public static BucketCreation.Lineage lineage(@Nullable Item item) {
        if (item == null) {
            return BucketCreation.Lineage.NONE;
        }
        String parent = item.text(BucketSchema.PARENT);
        long generation = item.whole(GENERATION, -1);
        return new BucketCreation.Lineage(
                parent,
                parent != null && cascades(item) && !parent.equals(item.text(BucketSchema.ENTITY)),
                generation < 0 ? null : generation,
                item.text(INCARNATION));
    }

    /**
     * Whether a key is that of an entity's record.
     *
     * @param key any
     * @return true if so
     */
    public static boolean isRecord(Key key) {
        return key.sk().equals(Keys.META);
    }

    /**
     * Whether two items of one bucket say the same of its entity's record.
     *
     * @param one an item of the bucket
     * @param other another
     * @return true if parent, cascade and what tells the record are the same
     */
    public static boolean tellTheSame(Item one, Item other) {
        for (String attribute : TOLD) {
            if (!Objects.equals(one.get(attribute), other.get(attribute))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether a bucket knows what its entity's record says. One that knows of a later move, or of this very record but
     * cascades otherwise, as others have it by a policy of their own, knows better.
     *
     * @param bucket the bucket's item
     * @param cascade whether takes from it are charged to its parent too
     * @param record what the record said when it was read, after the bucket was
     * @return false if it is to be put right
     */
    static boolean knows(Item bucket, boolean cascade, BucketCreation.Lineage record) {
        boolean sameParent = Objects.equals(bucket.text(BucketSchema.PARENT), record.parent());
        if (sameParent && cascade == record.cascade()) {
            return true;
        }
        Long generation = record.generation();
        if (generation == null || !Objects.equals(bucket.text(INCARNATION), record.incarnation())) {
            return false;
        }
        long told = bucket.whole(GENERATION, Long.MIN_VALUE);
        return told > generation || (told == generation && sameParent);
    }

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
        return Query.of(Query.Index.GSI1, keys.parentPk(parent)).sortPrefix(CHILD);
    }

    /**
     * The id of a child.
     *
     * @param found an item from {@link #childrenOf}
     * @return its id
     */
    public static String child(Item found) {
        String key = Objects.requireNonNull(found.text("GSI1SK"), "GSI1SK");
        return key.substring(CHILD.length());
    }

    /**
     * Finds everything that is stored beside an entity's record, and the record.
     *
     * @param keys of the namespace
     * @param entity its id
     * @return a query of the table
     */
    public static Query everythingOf(Keys keys, String entity) {
        return Query.of(Query.Index.TABLE, keys.entityPk(entity));
    }

    /**
     * Gives an entity another parent, and a new generation.
     *
     * @param keys of the namespace
     * @param item its record, which must not have changed since
     * @param parent the new one, or null for none
     * @param now milliseconds since the epoch
     * @return an update
     */
    public static Write move(Keys keys, Item item, @Nullable String parent, long now) {
        List<WriteShape.Action> actions = new ArrayList<>();
        actions.add(set(BucketSchema.PARENT, parent == null ? AttributeValue.Null.NULL : AttributeValue.of(parent)));
        if (parent == null) {
            actions.add(remove("GSI1PK"));
            actions.add(remove("GSI1SK"));
        } else {
            String id = Objects.requireNonNull(item.text(BucketSchema.ENTITY), BucketSchema.ENTITY);
            actions.add(set("GSI1PK", AttributeValue.of(keys.parentPk(parent))));
            actions.add(set("GSI1SK", AttributeValue.of(CHILD + id)));
        }
        actions.add(set(GENERATION, AttributeValue.of(nextGeneration(item, now))));
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(
                                unchanged(item, GENERATION),
                                unchanged(item, INCARNATION),
                                unchanged(item, BucketSchema.PARENT))),
                        actions),
                item.key());
    }

    /**
     * Says whether the parent of an entity is charged too, under a new generation, so that its buckets can be told.
     *
     * @param item its record, which must not have changed since
     * @param cascade whether takes are charged to the parent too
     * @param now milliseconds since the epoch
     * @return an update
     */
    public static Write cascade(Item item, boolean cascade, long now) {
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(
                                Condition.itemExists(),
                                unchanged(item, GENERATION),
                                unchanged(item, INCARNATION),
                                unchanged(item, BucketSchema.PARENT),
                                unchanged(item, BucketSchema.CASCADE))),
                        List.of(
                                set(BucketSchema.CASCADE, AttributeValue.of(cascade)),
                                set(GENERATION, AttributeValue.of(nextGeneration(item, now))))),
                item.key());
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

    /**
     * The generation that a move gives.
     *
     * @param item the record before the move
     * @param now milliseconds since the epoch, for a record that has none
     * @return one more than it has
     */
    public static long nextGeneration(Item item, long now) {
        return item.whole(GENERATION, now - 1) + 1;
    }

    /**
     * Checks, in a transaction, that an entity still exists and has the parent that it had.
     *
     * @param item its record
     * @return a check
     */
    public static Write sameParent(Item item) {
        return Write.of(
                WriteShape.check(
                        new Condition.And(List.of(Condition.itemExists(), unchanged(item, BucketSchema.PARENT)))),
                item.key());
    }

    private static Condition unchanged(Item item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, value);
    }

    /**
     * Tells a bucket of its entity's parent.
     *
     * @param bucket its key
     * @param lineage of the entity
     * @return an update that is refused if the bucket has gone, or knows of a later parent already
     */
    public static Write tellBucket(Key bucket, BucketCreation.Lineage lineage) {
        List<WriteShape.Action> actions = new ArrayList<>();
        Condition condition = Condition.itemExists();
        actions.add(set(BucketSchema.CASCADE, AttributeValue.of(lineage.cascade())));
        actions.add(
                lineage.parent() == null
                        ? remove(BucketSchema.PARENT)
                        : set(BucketSchema.PARENT, AttributeValue.of(lineage.parent())));
        if (lineage.generation() != null) {
            AttributeValue generation = AttributeValue.of(lineage.generation());
            actions.add(set(GENERATION, generation));
            condition = new Condition.And(List.of(condition, notLater(generation, lineage.incarnation())));
        }
        if (lineage.incarnation() != null) {
            actions.add(set(INCARNATION, AttributeValue.of(lineage.incarnation())));
        }
        return Write.of(WriteShape.update(condition, actions), bucket);
    }

    private static Condition notLater(AttributeValue generation, @Nullable String incarnation) {
        List<Condition> any = new ArrayList<>(List.of(
                new Condition.NotExists(GENERATION),
                new Condition.Compare(GENERATION, Condition.Op.LE, new Operand.Constant(generation))));
        if (incarnation != null) {
            any.add(new Condition.Compare(
                    INCARNATION, Condition.Op.NE, new Operand.Constant(AttributeValue.of(incarnation))));
        }
        return new Condition.Or(any);
    }

    private static WriteShape.Action remove(String attribute) {
        return new WriteShape.Action(WriteShape.Verb.REMOVE, attribute, null);
    }

    private static WriteShape.Action set(String attribute, AttributeValue value) {
        return new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.Constant(value));
    }

    private static boolean cascades(Item item) {
        return new AttributeValue.Bool(true).equals(item.get(BucketSchema.CASCADE));
    }
}
