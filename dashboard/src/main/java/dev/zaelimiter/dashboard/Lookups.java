package dev.zaelimiter.dashboard;

import dev.zaelimiter.Access;
import dev.zaelimiter.Entity;
import dev.zaelimiter.EntityPage;
import dev.zaelimiter.Level;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.NamePage;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.AuditEvent;
import dev.zaelimiter.admin.AuditLog;
import dev.zaelimiter.admin.AuditPage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What the page reads once, when somebody goes there. Safe for use by many threads. */
final class Lookups {

    /** Two pages of keys of some 15 KB each. */
    static final long UNITS_OF_SEARCH = 5;

    static final long UNITS_OF_RECORD = 60;
    static final long UNITS_OF_LEVELS = 7;

    /** A page of records; those of a whole namespace also take half a unit for each forty that there are. */
    static final long UNITS_OF_AUDIT = 30;

    private static final int NAMES = 20;
    private static final int CHILDREN = 50;
    private static final int EVENTS = 20;

    private final Administration admin;

    Lookups(Administration admin) {
        this.admin = admin;
    }

    Map<String, @Nullable Object> search(Form form) {
        String prefix = form.find("prefix");
        NamePage page = admin.entityNames().beginningWith(prefix == null ? "" : prefix, NAMES, form.find("after"));
        return Json.map(
                "names",
                page.names().stream().map(Json::name).toList(),
                "next",
                page.next().orElse(null));
    }

    /** The ids of some entities, the first ones in order. */
    List<String> firstEntities(int most) {
        return admin.entityNames().beginningWith("", most, null).names();
    }

    Map<String, @Nullable Object> record(String entity) {
        Optional<Entity> record = admin.entities().get(entity);
        EntityPage children = admin.entities().children(entity, CHILDREN, null);
        return Json.map(
                "entity",
                Json.name(entity),
                "record",
                record.map(Lookups::shown).orElse(null),
                "children",
                children.entities().stream().map(child -> Json.name(child.id())).toList(),
                "moreChildren",
                children.next().isPresent());
    }

    private static Map<String, @Nullable Object> shown(Entity entity) {
        return Json.map(
                "name",
                entity.name(),
                "parent",
                entity.parent().map(Json::name).orElse(null),
                "cascade",
                entity.cascade(),
                "metadata",
                entity.metadata());
    }

    /** From the most particular to the widest, with the one whose limits hold, and the one whose switch does. */
    Map<String, @Nullable Object> levels(@Nullable String entity, @Nullable String resource) {
        List<Level> levels = new ArrayList<>();
        if (entity != null && resource != null) {
            levels.add(Level.entity(entity, resource));
        }
        if (entity != null) {
            levels.add(Level.entity(entity));
        }
        if (resource != null) {
            levels.add(Level.resource(resource));
        }
        levels.add(Level.system());
        Map<Level, LevelSettings> settings = admin.limits().readAll(levels);
        List<Map<String, @Nullable Object>> shown = new ArrayList<>();
        boolean decided = false;
        Access access = null;
        for (Level level : levels) {
            LevelSettings each = settings.get(level);
            if (each == null) {
                continue;
            }
            Map<String, @Nullable Object> one = LevelShown.level(level, each);
            boolean decides = !decided && !each.limits().isEmpty();
            one.put("decides", decides);
            decided |= decides;
            access = access == null ? each.access().orElse(null) : access;
            shown.add(one);
        }
        return Json.map("levels", shown, "access", access == null ? Access.ENABLED : access);
    }

    Map<String, @Nullable Object> audit(Form form) {
        String entity = form.entityIfAny();
        String resource = form.resourceIfAny();
        String after = form.find("after");
        AuditPage page;
        if (entity != null) {
            page = admin.audit().read(entity, EVENTS, after);
        } else if (resource != null) {
            page = admin.audit().read(AuditLog.resource(resource), EVENTS, after);
        } else {
            page = admin.audit().readAll(null, null, EVENTS, after);
        }
        return Json.map(
                "events",
                page.events().stream().map(Lookups::shown).toList(),
                "next",
                page.next().orElse(null));
    }

    private static Map<String, @Nullable Object> shown(AuditEvent event) {
        return Json.map(
                "id",
                event.id(),
                "at",
                event.madeAt().toEpochMilli(),
                "action",
                event.action(),
                "subject",
                Json.name(event.subject()),
                "principal",
                event.principal().orElse(null),
                "resource",
                event.resource().map(Json::name).orElse(null),
                "details",
                event.details(),
                "before",
                event.before());
    }
}
