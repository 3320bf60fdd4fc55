package dev.zaelimiter.dashboard;

import dev.zaelimiter.Access;
import dev.zaelimiter.NoLimitsException;
import dev.zaelimiter.admin.Administration;
import dev.zaelimiter.admin.capacity.Look;
import dev.zaelimiter.admin.capacity.Looker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The limits of an entity on a resource, those of a parent that is charged too, and whether each would refuse a token
 * now.
 */
final class LimitsReading implements Reading {

    /** Four levels and two reads of the bucket, of the entity and as many of a parent; a switch takes three. */
    private static final long UNITS = 7;

    private static final long UNITS_OF_SWITCH = 3;

    private final Administration admin;
    private final Looker looker;
    private final String entity;
    private final String resource;
    private long looks;

    LimitsReading(Administration admin, String entity, String resource) {
        this.admin = admin;
        this.looker = admin.looker(entity, resource);
        this.entity = entity;
        this.resource = resource;
    }

    @Override
    public Seen read() {
        Look look;
        try {
            look = looker.look();
        } catch (NoLimitsException none) {
            return Seen.of(shown(List.of(), null), UNITS);
        }
        looks++;
        List<Map<String, @Nullable Object>> lines = new ArrayList<>();
        Map<String, @Nullable Object> point = new LinkedHashMap<>();
        boolean parent = false;
        boolean forEver = false;
        for (Look.Line line : look.lines()) {
            lines.add(line(line));
            point.put(id(line), Arrays.asList(line.balance(), line.consumedPerSecond(), line.refuses()));
            parent |= !line.entity().equals(entity);
            forEver |= line.refuses() && line.retryMillis() == null;
        }
        Access access = forEver ? admin.switches().effective(entity, resource) : null;
        long units = (parent ? 2 * UNITS : UNITS) + (forEver ? UNITS_OF_SWITCH : 0);
        return new Seen(shown(lines, access), point, units);
    }

    private Map<String, @Nullable Object> shown(List<Map<String, @Nullable Object>> lines, @Nullable Access access) {
        return Json.map(
                "entity",
                Json.name(entity),
                "resource",
                Json.name(resource),
                "looks",
                looks,
                "access",
                access,
                "lines",
                lines);
    }

    private Map<String, @Nullable Object> line(Look.Line line) {
        Map<String, @Nullable Object> shown = LevelShown.limit(line.limit());
        shown.put("id", id(line));
        shown.put("entity", Json.name(line.entity()));
        shown.put("level", line.level());
        shown.put("balance", line.balance());
        shown.put("perSecond", line.consumedPerSecond());
        shown.put("refuses", line.refuses());
        shown.put("retryMillis", line.retryMillis());
        shown.put("refusedLooks", line.refusals());
        return shown;
    }

    private static String id(Look.Line line) {
        return line.entity() + "#" + line.name();
    }
}
