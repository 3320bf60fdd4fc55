package dev.zaelimiter.internal.schema;

import dev.zaelimiter.Limit;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import dev.zaelimiter.store.Key;
import dev.zaelimiter.store.Query;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Records of changes as items: who changed what, when, from what and to what. Shared with the Python system. */
public final class AuditItems {

    /** The subject of changes of the system's limits. */
    public static final String SYSTEM = "$SYSTEM";

    /** What the subject of changes of a resource's limits begins with; its name follows. */
    public static final String RESOURCE = "$RESOURCE:";

    /**
     * What the subject of changes of a namespace begins with; its name follows. These lie in the registry's namespace.
     */
    public static final String NAMESPACE = "$NAMESPACE:";

    /** What the sort key of each record begins with. */
    public static final String SORT_PREFIX = "#AUDIT#";

    /** The attribute with the record's id. */
    public static final String ID = "event_id";

    /** The attribute with the instant, as text in whole seconds. */
    public static final String TIMESTAMP = "timestamp";

    /** The attribute with what was done. */
    public static final String ACTION = "action";

    /** The attribute with whom it was done to. */
    public static final String SUBJECT = "entity_id";

    /** The attribute with who did it. */
    public static final String PRINCIPAL = "principal";

    /** The attribute with the resource. */
    public static final String RESOURCE_NAME = "resource";

    /** The attribute with what it is now. */
    public static final String DETAILS = "details";

    /** The attribute with what it was before, which only this implementation writes. */
    public static final String BEFORE = "before";

    private AuditItems() {}

    /** What can happen; the names are those of the Python system. */
    public enum Action {
        /** An entity was created. */
        ENTITY_CREATED("entity_created"),
        /** An entity was deleted with all that it had. */
        ENTITY_DELETED("entity_deleted"),
        /** An entity has another parent, or none. */
        ENTITY_PARENT_CHANGED("entity_parent_changed"),
        /** The parent of an entity is charged too, or no more; only this implementation records that. */
        ENTITY_CASCADE_CHANGED("entity_cascade_changed"),
        /** Limits of a level were set or changed. */
        LIMITS_SET("limits_set"),
        /** All limits of a level were deleted. */
        LIMITS_DELETED("limits_deleted"),
        /** Limits of a bucket were filled. */
        BUCKET_RESET("bucket_reset"),
        /** Limits of a bucket were given tokens. */
        BUCKET_TOPPED_UP("bucket_topped_up"),
        /** A namespace was registered; only this implementation records that, and what follows. */
        NAMESPACE_CREATED("namespace_created"),
        /** A namespace lost its name. */
        NAMESPACE_DELETED("namespace_deleted"),
        /** A deleted namespace has its name again. */
        NAMESPACE_RECOVERED("namespace_recovered"),
        /** A namespace and all its items are gone. */
        NAMESPACE_PURGED("namespace_purged");

        private final String text;

        Action(String text) {
            this.text = text;
        }
    }

    /**
     * A change, before it has an id and a time.
     *
     * @param action what was done
     * @param subject whom to: an entity, {@link #SYSTEM}, or {@link #RESOURCE} and a name
     * @param resource on what, or null
     * @param details what it is now
     * @param before what it was; empty if there was nothing
     */
    public record Change(
            Action action,
            String subject,
            @Nullable String resource,
            Map<String, AttributeValue> details,
            Map<String, AttributeValue> before) {

        /** Copies the maps. */
        public Change {
            details = Map.copyOf(details);
            before = Map.copyOf(before);
        }
    }

    /**
     * Writes a record.
     *
     * @param keys of the namespace
     * @param change what happened
     * @param id of the record, which sorts by time
     * @param now milliseconds since the epoch
     * @param principal who did it, or null if nobody knows
     * @param retentionSeconds for how long it is kept
     * @return the item
     */
    public static Item encode(
            Keys keys, Change change, String id, long now, @Nullable String principal, long retentionSeconds) {
        String pk = keys.auditPk(change.subject());
        Item.Builder item = Item.builder(Key.of(pk, SORT_PREFIX + id))
                .put("GSI4PK", keys.namespace())
                .put("GSI4SK", pk)
                .put(ID, id)
                .put(
                        TIMESTAMP,
                        Instant.ofEpochMilli(now)
                                .truncatedTo(ChronoUnit.SECONDS)
                                .toString())
                .put(ACTION, change.action().text)
                .put(SUBJECT, change.subject())
                .put(PRINCIPAL, textOrNull(principal))
                .put(RESOURCE_NAME, textOrNull(change.resource()))
                .put(DETAILS, new AttributeValue.Mapping(change.details()))
                .put(Item.TTL, now / 1000 + retentionSeconds);
        if (!change.before().isEmpty()) {
            item.put(BEFORE, new AttributeValue.Mapping(change.before()));
        }
        return item.build();
    }

    /**
     * Finds the records of a subject.
     *
     * @param keys of the namespace that they lie in
     * @param subject an entity, or what this class calls the others
     * @return a query of the table, in order of time
     */
    public static Query of(Keys keys, String subject) {
        return Query.of(Query.Index.TABLE, keys.auditPk(subject)).sortPrefix(SORT_PREFIX);
    }

    /**
     * Finds the keys of all records in a namespace.
     *
     * @param keys of the namespace
     * @return a query of the index that knows the keys of a namespace, in order of the subjects
     */
    public static Query ofNamespace(Keys keys) {
        return Query.of(Query.Index.GSI4, keys.namespace()).sortPrefix(keys.auditPk(""));
    }

    /**
     * The id of the record under a key.
     *
     * @param key of a record
     * @return the id, which sorts by time; empty if it is no record's key
     */
    public static String id(Key key) {
        return key.sk().startsWith(SORT_PREFIX) ? key.sk().substring(SORT_PREFIX.length()) : "";
    }

    /**
     * Whether a bucket was reset or topped up.
     *
     * @param record of a change
     * @return on what resource, or null if it was another change
     */
    public static @Nullable String refilled(Item record) {
        String action = record.text(ACTION);
        boolean refill = Action.BUCKET_RESET.text.equals(action) || Action.BUCKET_TOPPED_UP.text.equals(action);
        return refill ? record.text(RESOURCE_NAME) : null;
    }

    /**
     * Limits, as records have them.
     *
     * @param limits any number
     * @return a list of maps
     */
    public static AttributeValue limits(List<Limit> limits) {
        return new AttributeValue.Sequence(
                limits.stream().map(AuditItems::limit).toList());
    }

    private static AttributeValue limit(Limit limit) {
        Map<String, AttributeValue> map = new TreeMap<>();
        map.put("name", AttributeValue.of(limit.name()));
        map.put("capacity", AttributeValue.of(limit.capacity()));
        map.put("refill_amount", AttributeValue.of(limit.refillAmount()));
        map.put("refill_period_seconds", AttributeValue.of(limit.refillPeriod().toSeconds()));
        if (limit.soft()) {
            map.put("soft", AttributeValue.of(true));
        }
        return new AttributeValue.Mapping(map);
    }

    /**
     * A text that may be missing, as records have it.
     *
     * @param text the text, or null
     * @return the value
     */
    public static AttributeValue textOrNull(@Nullable String text) {
        return text == null ? AttributeValue.Null.NULL : AttributeValue.of(text);
    }
}
