package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Access;
import dev.zaelimiter.Limit;
import dev.zaelimiter.internal.schema.Keys;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes a manifest as YAML. */
final class ManifestWriter {

    private static final int WIDTH = 200;

    private ManifestWriter() {}

    static String write(Manifest manifest) {
        Map<String, Object> top = new LinkedHashMap<>();
        top.put(ManifestReader.NAMESPACE, manifest.namespace());
        Map<String, Object> resources = new TreeMap<>();
        Map<String, Object> entities = new TreeMap<>();
        manifest.levels().forEach((level, declared) -> {
            if (level.entity().isPresent()) {
                Map<String, Object> entity = child(entities, level.entity().get());
                child(entity, ManifestReader.RESOURCES)
                        .put(level.resource().orElse(Keys.DEFAULT_RESOURCE), level(declared));
            } else if (level.resource().isPresent()) {
                resources.put(level.resource().get(), level(declared));
            } else {
                top.put(ManifestReader.SYSTEM, level(declared));
            }
        });
        putUnlessEmpty(top, ManifestReader.RESOURCES, resources);
        putUnlessEmpty(top, ManifestReader.ENTITIES, entities);
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.AUTO)
                .setWidth(WIDTH)
                .build();
        return new Dump(settings).dumpToString(top);
    }

    private static void putUnlessEmpty(Map<String, Object> map, String name, Map<String, Object> value) {
        if (!value.isEmpty()) {
            map.put(name, value);
        }
    }

    @SuppressWarnings("unchecked") // only this class fills the map
    private static Map<String, Object> child(Map<String, Object> map, String name) {
        return (Map<String, Object>) map.computeIfAbsent(name, absent -> new TreeMap<String, Object>());
    }

    private static Map<String, Object> level(DeclaredLevel declared) {
        Map<String, Object> level = new LinkedHashMap<>();
        declared.onUnavailable()
                .ifPresent(policy ->
                        level.put(ManifestReader.ON_UNAVAILABLE, policy.name().toLowerCase(Locale.ROOT)));
        declared.access()
                .ifPresent(access -> level.put(
                        ManifestReader.DISABLED,
                        access == Access.BYPASS ? ManifestReader.BYPASS : (Object) (access == Access.DISABLED)));
        Map<String, Object> limits = new LinkedHashMap<>();
        declared.limits().forEach(limit -> limits.put(limit.name(), limit(limit)));
        putUnlessEmpty(level, ManifestReader.LIMITS, limits);
        return level;
    }

    private static Map<String, Object> limit(Limit limit) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (limit.isBudget()) {
            map.put(ManifestReader.BUDGET, limit.capacity());
        } else {
            map.put(ManifestReader.CAPACITY, limit.capacity());
            map.put(ManifestReader.AMOUNT, limit.refillAmount());
            map.put(ManifestReader.PERIOD, limit.refillPeriod().toSeconds());
        }
        if (limit.soft()) {
            map.put(ManifestReader.SOFT, true);
        }
        return map;
    }
}
