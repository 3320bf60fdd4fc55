package dev.zaelimiter.admin;

import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.Ulid;
import dev.zaelimiter.store.AttributeValue;
import dev.zaelimiter.store.Item;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One change: who did what to whom. Values in {@link #details} and {@link #before} are strings, longs, booleans, nulls,
 * and immutable lists and maps of these.
 *
 * @param id sorts by time
 * @param timestamp UTC, ISO 8601, in whole seconds
 * @param action for example {@code limits_set}
 * @param subject an entity's id, {@code $SYSTEM}, or {@code $RESOURCE:} and a name
 * @param principal who did it; empty if nobody said
 * @param resource on what, if the change is about one
 * @param details what it is now
 * @param before what it was; empty if there was nothing, or if the Python system wrote the record
 */
public record AuditEvent(
        String id,
        String timestamp,
        String action,
        String subject,
        Optional<String> principal,
        Optional<String> resource,
        Map<String, @Nullable Object> details,
        Map<String, @Nullable Object> before) {

    static AuditEvent of(Item item) {
        return new AuditEvent(
                text(item, AuditItems.ID),
                text(item, AuditItems.TIMESTAMP),
                text(item, AuditItems.ACTION),
                text(item, AuditItems.SUBJECT),
                Optional.ofNullable(item.text(AuditItems.PRINCIPAL)),
                Optional.ofNullable(item.text(AuditItems.RESOURCE_NAME)),
                map(item.get(AuditItems.DETAILS)),
                map(item.get(AuditItems.BEFORE)));
    }

    /**
     * When it was recorded, by the clock of whoever did.
     *
     * @return to the millisecond, as the id says it; the epoch if the id is not one that sorts by time
     */
    public Instant madeAt() {
        return Instant.ofEpochMilli(Math.max(0, Ulid.millis(id)));
    }

    private static String text(Item item, String attribute) {
        return Objects.requireNonNullElse(item.text(attribute), "");
    }

    private static Map<String, @Nullable Object> map(@Nullable AttributeValue value) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        if (value instanceof AttributeValue.Mapping mapping) {
            mapping.values().forEach((name, each) -> map.put(name, plain(each)));
        }
        return Collections.unmodifiableMap(map);
    }

    private static @Nullable Object plain(AttributeValue value) {
        if (value instanceof AttributeValue.Whole whole) {
            return whole.value();
        } else if (value instanceof AttributeValue.Text text) {
            return text.value();
        } else if (value instanceof AttributeValue.Bool bool) {
            return bool.value();
        } else if (value instanceof AttributeValue.Mapping) {
            return map(value);
        } else if (value instanceof AttributeValue.Sequence sequence) {
            return sequence.values().stream().map(AuditEvent::plain).toList();
        } else if (value instanceof AttributeValue.Decimal decimal) {
            return decimal.text();
        }
        return value == AttributeValue.Null.NULL ? null : value.toString();
    }
}
