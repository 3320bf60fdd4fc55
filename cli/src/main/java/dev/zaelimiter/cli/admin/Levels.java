package dev.zaelimiter.cli.admin;

import dev.zaelimiter.ConfigLevel;
import dev.zaelimiter.LevelChange;
import dev.zaelimiter.LevelConfig;
import dev.zaelimiter.admin.Administration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Setting, showing and deleting what a level holds: the same for each of the four. */
final class Levels {

    private Levels() {}

    static void set(Administration admin, Output output, ConfigLevel level, LevelChange change) {
        LevelConfig after = admin.limits().change(level, change);
        output.done("Limits of " + level + " are set (version " + after.version() + ").", fields(level, after));
    }

    static void show(Administration admin, Output output, ConfigLevel level) {
        output.object(fields(level, admin.limits().read(level)));
    }

    static void delete(Administration admin, Output output, ConfigLevel level) {
        boolean deleted = !admin.limits().read(level).limits().isEmpty();
        LevelConfig after = admin.limits().change(level, LevelChange.clear());
        output.done(
                deleted ? "Limits of " + level + " are deleted." : "There were no limits of " + level + ".",
                fields(level, after));
    }

    private static Map<String, @Nullable Object> fields(ConfigLevel level, LevelConfig config) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        level.entity().ifPresent(entity -> fields.put("entity_id", entity));
        level.resource().ifPresent(resource -> fields.put("resource", resource));
        fields.put("limits", config.limits().stream().map(Output::limit).toList());
        if (fields.size() == 1) {
            fields.put(
                    "on_unavailable",
                    config.onUnavailable()
                            .map(policy -> policy.name().toLowerCase(Locale.ROOT))
                            .orElse(null));
        }
        fields.put("version", config.version());
        return fields;
    }

    static List<Map<String, @Nullable Object>> column(String name, List<String> values) {
        return values.stream().map(value -> Output.fields(name, value)).toList();
    }
}
