package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Entity;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * An entity's own record as an item, both ways. {@link EntityQueries} finds it and what lies beside it,
 * {@link EntityChanges} changes it.
 */
public final class EntityItems {

    static final String GENERATION = BucketSchema.GENERATION;
    /** The attribute by which two entities of one id, one after the other, are told apart. */
    public static final String INCARNATION = BucketSchema.INCARNATION;

    /** What a bucket copies of its entity's record. */
    static final List<String> TOLD = List.of(BucketSchema.PARENT, BucketSchema.CASCADE, GENERATION, INCARNATION);

    static final String CHILD = "CHILD#";
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
     * Whether a bucket knows what its entity's record says. A bucket that knows of a later move is left alone, and so
     * is one that knows this very record and differs only in whether it cascades: that is a policy of the Python
     * system.
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
     * Whether a bucket says something else of its entity's record than the record itself, and says it of an earlier
     * one.
     *
     * @param bucket the bucket's item
     * @param cascade whether takes from it are charged to its parent too
     * @param record what the record said when it was read
     * @param readLater whether that was after the bucket was seen: two records of one entity are told apart by nothing
     *     else
     * @return true if the record counts, and not the bucket
     */
    public static boolean isOutdated(Item bucket, boolean cascade, BucketCreation.Lineage record, boolean readLater) {
        if (knows(bucket, cascade, record)) {
            return false;
        }
        boolean sameRecord = record.generation() != null
                && bucket.has(GENERATION)
                && Objects.equals(bucket.text(INCARNATION), record.incarnation());
        return sameRecord || readLater;
    }

    private static boolean cascades(Item item) {
        return new AttributeValue.Bool(true).equals(item.get(BucketSchema.CASCADE));
    }
}
