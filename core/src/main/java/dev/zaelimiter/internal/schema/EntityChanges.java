package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes that change an entity's record, each pinned on what was read of it, and tell its buckets. Pure. */
public final class EntityChanges {

    private EntityChanges() {}

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
            actions.add(set("GSI1SK", AttributeValue.of(EntityItems.CHILD + id)));
        }
        actions.add(set(EntityItems.GENERATION, AttributeValue.of(nextGeneration(item, now))));
        return Write.of(
                WriteShape.update(
                        new Condition.And(List.of(
                                unchanged(item, EntityItems.GENERATION),
                                unchanged(item, EntityItems.INCARNATION),
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
                                unchanged(item, EntityItems.GENERATION),
                                unchanged(item, EntityItems.INCARNATION),
                                unchanged(item, BucketSchema.PARENT),
                                unchanged(item, BucketSchema.CASCADE))),
                        List.of(
                                set(BucketSchema.CASCADE, AttributeValue.of(cascade)),
                                set(EntityItems.GENERATION, AttributeValue.of(nextGeneration(item, now))))),
                item.key());
    }

    /**
     * The generation that a move gives.
     *
     * @param item the record before the move
     * @param now milliseconds since the epoch, for a record that has none
     * @return one more than it has
     */
    public static long nextGeneration(Item item, long now) {
        return item.whole(EntityItems.GENERATION, now - 1) + 1;
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
            actions.add(set(EntityItems.GENERATION, generation));
            condition = new Condition.And(List.of(condition, notLater(generation, lineage.incarnation())));
        }
        if (lineage.incarnation() != null) {
            actions.add(set(EntityItems.INCARNATION, AttributeValue.of(lineage.incarnation())));
        }
        return Write.of(WriteShape.update(condition, actions), bucket);
    }

    private static Condition unchanged(Item item, String attribute) {
        AttributeValue value = item.get(attribute);
        return value == null ? new Condition.NotExists(attribute) : Condition.equal(attribute, value);
    }

    private static Condition notLater(AttributeValue generation, @Nullable String incarnation) {
        List<Condition> any = new ArrayList<>(List.of(
                new Condition.NotExists(EntityItems.GENERATION),
                new Condition.Compare(EntityItems.GENERATION, Condition.Op.LE, new Operand.Constant(generation))));
        if (incarnation != null) {
            any.add(new Condition.Compare(
                    EntityItems.INCARNATION, Condition.Op.NE, new Operand.Constant(AttributeValue.of(incarnation))));
        }
        return new Condition.Or(any);
    }

    private static WriteShape.Action remove(String attribute) {
        return new WriteShape.Action(WriteShape.Verb.REMOVE, attribute, null);
    }

    private static WriteShape.Action set(String attribute, AttributeValue value) {
        return new WriteShape.Action(WriteShape.Verb.SET, attribute, new Operand.Constant(value));
    }
}
