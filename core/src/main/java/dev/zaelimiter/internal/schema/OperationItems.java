package dev.zaelimiter.internal.schema;

import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Condition;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Operand;
import dev.zaelimiter.store.Write;
import dev.zaelimiter.store.WriteShape;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What was done to a bucket under an idempotency key, as an item next to its first shard: a repetition under the same
 * key is told what was done. Shared with the Python system.
 */
public final class OperationItems {

    private static final String SORT_PREFIX = "#OP#";
    private static final String OPERATION = "operation";
    private static final String INCARNATION = "ent";
    private static final String SHARDS = "shards";
    private static final String AMOUNTS = "amounts";
    private static final String NO_RECORD = "-";
    private static final long KEPT_SECONDS = 3 * 24 * 3600;

    private OperationItems() {}

    /**
     * What was done.
     *
     * @param operation {@code reset} or {@code top_up}
     * @param shards how many shards were written
     * @param amounts whole tokens by limit
     */
    public record Done(String operation, long shards, Map<String, Long> amounts) {

        /** Copies the map. */
        public Done {
            amounts = Map.copyOf(amounts);
        }
    }

    /**
     * Where a record lies.
     *
     * @param keys of the namespace
     * @param entity whose bucket
     * @param resource on what
     * @param idempotencyKey checked
     * @return the key
     */
    public static Key key(Keys keys, String entity, String resource, String idempotencyKey) {
        return Key.of(keys.bucket(entity, resource, 0).pk(), SORT_PREFIX + idempotencyKey);
    }

    /**
     * Tells one life of an entity from the next: a key may be used again in another.
     *
     * @param meta the entity's record, or null
     * @return its incarnation
     */
    public static String incarnation(@Nullable Item meta) {
        String id = meta == null ? null : meta.text(EntityItems.INCARNATION);
        String created = meta == null ? null : meta.text("created_at");
        return id != null ? id : created != null ? created : NO_RECORD;
    }

    /**
     * Reads a record.
     *
     * @param item the item, or null
     * @param incarnation of the entity
     * @param now milliseconds since the epoch
     * @return null if nothing was done under this key in this life of the entity
     */
    public static @Nullable Done decode(@Nullable Item item, String incarnation, long now) {
        if (item == null
                || !incarnation.equals(item.text(INCARNATION))
                || item.whole(BucketSchema.TTL, Long.MAX_VALUE) <= now / 1000) {
            return null;
        }
        Map<String, Long> amounts = new TreeMap<>();
        if (item.get(AMOUNTS) instanceof AttributeValue.Mapping mapping) {
            mapping.values().forEach((name, value) -> {
                if (value instanceof AttributeValue.Whole whole) {
                    amounts.put(name, whole.value());
                }
            });
        }
        String operation = item.text(OPERATION);
        return new Done(operation == null ? "" : operation, item.whole(SHARDS, 0), amounts);
    }

    /**
     * Writes a record.
     *
     * @param keys of the namespace
     * @param key from {@link #key}
     * @param entity whose bucket
     * @param resource on what
     * @param done what is being done
     * @param incarnation of the entity
     * @param now milliseconds since the epoch
     * @param writer random, of this attempt alone
     * @return a put that is refused if something was done under this key
     */
    public static Write put(
            Keys keys,
            Key key,
            String entity,
            String resource,
            Done done,
            String incarnation,
            long now,
            String writer) {
        Map<String, AttributeValue> amounts = new TreeMap<>();
        done.amounts().forEach((name, tokens) -> amounts.put(name, AttributeValue.of(tokens)));
        Item item = Item.builder(key)
                .put(BucketSchema.ENTITY, entity)
                .put(BucketSchema.RESOURCE, resource)
                .put(OPERATION, done.operation())
                .put("writer", writer)
                .put(INCARNATION, incarnation)
                .put(SHARDS, done.shards())
                .put(AMOUNTS, new AttributeValue.Mapping(amounts))
                .put(BucketSchema.TTL, now / 1000 + KEPT_SECONDS)
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", key.pk())
                .build();
        // What has expired may lie there for days.
        return Write.put(
                WriteShape.put(new Condition.Or(List.of(
                        Condition.itemAbsent(),
                        new Condition.Compare(
                                INCARNATION, Condition.Op.NE, new Operand.Constant(AttributeValue.of(incarnation))),
                        new Condition.Compare(
                                BucketSchema.TTL,
                                Condition.Op.LE,
                                new Operand.Constant(AttributeValue.of(now / 1000)))))),
                item);
    }
}
