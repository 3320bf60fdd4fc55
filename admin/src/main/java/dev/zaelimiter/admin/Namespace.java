package dev.zaelimiter.admin;

import dev.zaelimiter.internal.schema.NamespaceItems;
import dev.zaelimiter.store.Item;
import java.util.Objects;
import java.util.Optional;

/**
 * A tenant of a store, apart from all others.
 *
 * @param name for people; may be given to another namespace after a deletion
 * @param id opaque, and its own for good
 * @param status {@code active}, {@code deleted} or {@code purging}
 * @param createdAt UTC, ISO 8601
 * @param deletedAt empty unless it is deleted
 */
public record Namespace(String name, String id, String status, String createdAt, Optional<String> deletedAt) {

    static Namespace of(Item record) {
        return new Namespace(
                text(record, NamespaceItems.NAME),
                NamespaceItems.id(record),
                text(record, NamespaceItems.STATUS),
                text(record, NamespaceItems.CREATED_AT),
                Optional.ofNullable(record.text(NamespaceItems.DELETED_AT)));
    }

    /** Whether it is in use. */
    boolean active() {
        return status.equals(NamespaceItems.ACTIVE);
    }

    private static String text(Item record, String attribute) {
        return Objects.requireNonNullElse(record.text(attribute), "");
    }
}
