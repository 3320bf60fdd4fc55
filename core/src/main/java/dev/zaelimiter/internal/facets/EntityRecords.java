package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Entity;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.AuditItems.Action;
import dev.zaelimiter.store.AttributeValue;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is recorded of a change of an entity. */
final class EntityRecords {

    private static final String PARENT = "parent_id";

    private EntityRecords() {}

    static AuditItems.Change created(Entity entity) {
        return new AuditItems.Change(Action.ENTITY_CREATED, entity.id(), null, state(entity), Map.of());
    }

    static AuditItems.Change moved(Entity entity, @Nullable String parent, long generation) {
        return new AuditItems.Change(
                Action.ENTITY_PARENT_CHANGED,
                entity.id(),
                null,
                Map.of(
                        "old_parent_id",
                        AuditItems.textOrNull(entity.parent().orElse(null)),
                        PARENT,
                        AuditItems.textOrNull(parent),
                        "pgen",
                        AttributeValue.of(generation)),
                state(entity));
    }

    /** The Python system has no such change by itself; its readers show a record of any action. */
    static AuditItems.Change cascades(Entity entity, boolean cascade, long generation) {
        return new AuditItems.Change(
                Action.ENTITY_CASCADE_CHANGED,
                entity.id(),
                null,
                Map.of("cascade", AttributeValue.of(cascade), "pgen", AttributeValue.of(generation)),
                state(entity));
    }

    /** The record goes with the last of its items: then nothing is left. */
    static AuditItems.Change deleted(String id, @Nullable Entity entity, long items) {
        return new AuditItems.Change(
                Action.ENTITY_DELETED,
                id,
                null,
                Map.of("complete", AttributeValue.of(true), "records_deleted", AttributeValue.of(items)),
                entity == null ? Map.of() : state(entity));
    }

    private static Map<String, AttributeValue> state(Entity entity) {
        Map<String, AttributeValue> metadata = new TreeMap<>();
        entity.metadata().forEach((name, value) -> metadata.put(name, AttributeValue.of(value)));
        return Map.of(
                "name",
                AttributeValue.of(entity.name()),
                PARENT,
                AuditItems.textOrNull(entity.parent().orElse(null)),
                "cascade",
                AttributeValue.of(entity.cascade()),
                "metadata",
                new AttributeValue.Mapping(metadata));
    }
}
