package dev.zaelimiter.dashboard;

import dev.zaelimiter.Level;
import dev.zaelimiter.admin.Administration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The resources that limits are stored for, and the limits of the system. */
final class ResourcesReading implements Reading {

    private static final int MOST = 1000;
    static final long UNITS = 3;

    /** Where limits of an entity on every resource stand. */
    private static final String EVERYTHING = "_default_";

    private final Administration admin;

    ResourcesReading(Administration admin) {
        this.admin = admin;
    }

    /** The names of all resources that limits are stored for, in order. */
    static Set<String> names(Administration admin) {
        Set<String> names = new TreeSet<>(admin.limits().resourcesWithDefaults());
        names.addAll(admin.limits().resourcesWithEntityLimits().keySet());
        names.remove(EVERYTHING);
        return names;
    }

    @Override
    public Seen read() {
        Map<String, Map<String, @Nullable Object>> byName = new TreeMap<>();
        for (String name : admin.limits().resourcesWithDefaults()) {
            byName.put(name, Json.map("name", Json.name(name), "defaults", true, "entities", 0L));
        }
        Map<String, Long> own = new TreeMap<>(admin.limits().resourcesWithEntityLimits());
        Long everywhere = own.remove(EVERYTHING);
        own.forEach((name, entities) -> byName.computeIfAbsent(
                        name, absent -> Json.map("name", Json.name(name), "defaults", false))
                .put("entities", entities));
        List<Map<String, @Nullable Object>> shown = new ArrayList<>(byName.values());
        Level system = Level.system();
        return Seen.of(
                Json.map(
                        "resources",
                        shown.subList(0, Math.min(MOST, shown.size())),
                        "more",
                        Math.max(0, shown.size() - MOST),
                        "entitiesOnEverything",
                        everywhere == null ? 0L : everywhere,
                        "system",
                        LevelShown.level(system, admin.limits().read(system))),
                UNITS);
    }
}
