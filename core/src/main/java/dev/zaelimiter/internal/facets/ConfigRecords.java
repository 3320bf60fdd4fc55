package dev.zaelimiter.internal.facets;

import dev.zaelimiter.Limit;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.schema.AuditItems;
import dev.zaelimiter.internal.schema.AuditItems.Action;
import dev.zaelimiter.internal.schema.LevelItem;
import dev.zaelimiter.store.AttributeValue;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What is recorded of a change of stored limits. */
final class ConfigRecords {

    private static final String LIMITS = "limits";
    private static final String ON_UNAVAILABLE = "on_unavailable";
    private static final String ACCESS = "access";

    private ConfigRecords() {}

    static AuditItems.Change of(@Nullable String entity, @Nullable String resource, LevelItem before, LevelItem after) {
        boolean system = resource == null;
        boolean deleted = !after.hasLimits() && before.hasLimits() && after.access() == before.access();
        Map<String, AttributeValue> details = deleted ? deleted(system, before) : levelled(system, after);
        return new AuditItems.Change(
                deleted ? Action.LIMITS_DELETED : Action.LIMITS_SET,
                subject(entity, resource),
                resource,
                details,
                before.holdsNothing() ? Map.of() : levelled(system, before));
    }

    private static String subject(@Nullable String entity, @Nullable String resource) {
        if (entity != null) {
            return entity;
        }
        return resource == null ? AuditItems.SYSTEM : AuditItems.RESOURCE + resource;
    }

    private static Map<String, AttributeValue> levelled(boolean system, LevelItem level) {
        Map<String, AttributeValue> details = new TreeMap<>();
        details.put(LIMITS, AuditItems.limits(level.limits()));
        if (system) {
            details.put(ON_UNAVAILABLE, policy(level.onUnavailable()));
        }
        if (level.access() != null) {
            details.put(ACCESS, AuditItems.textOrNull(level.access().name().toLowerCase(Locale.ROOT)));
        }
        return details;
    }

    /** The Python system names what it deletes at the system level, and says nothing at others. */
    private static Map<String, AttributeValue> deleted(boolean system, LevelItem before) {
        if (!system) {
            return Map.of();
        }
        List<String> names = before.limits().stream().map(Limit::name).toList();
        return Map.of(LIMITS, AttributeValue.Sequence.ofTexts(names), ON_UNAVAILABLE, policy(before.onUnavailable()));
    }

    private static AttributeValue policy(@Nullable OnUnavailable policy) {
        return AuditItems.textOrNull(policy == null ? null : policy.name().toLowerCase(Locale.ROOT));
    }
}
