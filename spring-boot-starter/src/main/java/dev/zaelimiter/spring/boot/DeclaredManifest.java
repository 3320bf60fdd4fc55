package dev.zaelimiter.spring.boot;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.admin.manifest.Manifest;
import dev.zaelimiter.admin.manifest.ManifestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;

/** What the properties declare, as a manifest: so the start plans and applies it as the command line does. */
final class DeclaredManifest {

    private static final String PREFIX = "zae.limiter.limits.";
    private static final String ALL_RESOURCES = "_default_";

    private DeclaredManifest() {}

    /** Null if nothing is declared. */
    static @Nullable Manifest of(ZaeLimiterProperties properties) {
        ZaeLimiterProperties.Limits limits = properties.limits();
        Resource file = limits.manifest();
        if (file == null) {
            return limits.given() ? Manifest.parse(yaml(limits), properties.namespace()) : null;
        }
        if (limits.given()) {
            throw new LimiterPropertyException(
                    PREFIX + "manifest", file, "either a manifest or limits in the configuration, not both");
        }
        return read(file, properties.namespace());
    }

    private static Manifest read(Resource file, String namespace) {
        Manifest manifest;
        try {
            manifest = Manifest.parse(file.getContentAsString(StandardCharsets.UTF_8), namespace);
        } catch (IOException e) {
            throw new LimiterPropertyException(PREFIX + "manifest", file.getDescription(), "a file that can be read");
        } catch (ManifestException e) {
            throw new LimiterPropertyException(PREFIX + "manifest", file.getDescription(), e.getMessage());
        }
        if (!manifest.namespace().equals(namespace)) {
            throw new LimiterPropertyException(
                    PREFIX + "manifest",
                    file.getDescription(),
                    "a manifest for the namespace of zae.limiter.namespace, '" + namespace + "', not for '"
                            + manifest.namespace() + "'");
        }
        return manifest;
    }

    /** YAML is a superset of JSON, in which any name can be quoted. */
    private static String yaml(ZaeLimiterProperties.Limits limits) {
        Map<String, String> parts = new LinkedHashMap<>();
        if (!limits.system().isEmpty()) {
            parts.put("system", level(PREFIX + "system", limits.system()));
        }
        Map<String, String> resources = new LinkedHashMap<>();
        limits.resources().forEach((resource, names) -> {
            String property = PREFIX + "resources[" + resource + "]";
            LimiterPropertyException.naming(property, resource, () -> Level.resource(resource));
            resources.put(resource, level(property, names));
        });
        if (!resources.isEmpty()) {
            parts.put("resources", object(resources));
        }
        Map<String, String> entities = new LinkedHashMap<>();
        limits.entities().forEach((entity, of) -> entities.put(entity, entity(entity, of)));
        if (!entities.isEmpty()) {
            parts.put("entities", object(entities));
        }
        return object(parts);
    }

    private static String entity(String entity, Map<String, Map<String, String>> of) {
        String property = PREFIX + "entities[" + entity + "]";
        LimiterPropertyException.naming(property, entity, () -> Level.entity(entity));
        Map<String, String> resources = new LinkedHashMap<>();
        of.forEach((resource, names) -> {
            String own = property + "[" + resource + "]";
            if (!resource.equals(ALL_RESOURCES)) {
                LimiterPropertyException.naming(own, resource, () -> Level.resource(resource));
            }
            resources.put(resource, level(own, names));
        });
        return object(Map.of("resources", object(resources)));
    }

    private static String level(String property, Map<String, String> texts) {
        if (texts.size() > AcquireRequest.MAX_LIMITS) {
            throw new LimiterPropertyException(
                    property, texts.size() + " limits", "at most " + AcquireRequest.MAX_LIMITS);
        }
        Map<String, String> limits = new LinkedHashMap<>();
        texts.forEach(
                (name, text) -> limits.put(name, limit(LimitText.parse(property + "[" + name + "]", name, text))));
        return object(Map.of("limits", object(limits)));
    }

    private static String limit(Limit limit) {
        Map<String, String> fields = new LinkedHashMap<>();
        if (limit.isBudget()) {
            fields.put("budget", Long.toString(limit.capacity()));
        } else {
            fields.put("capacity", Long.toString(limit.refillAmount()));
            fields.put("refill_period", Long.toString(limit.refillPeriod().toSeconds()));
            fields.put("burst", Long.toString(limit.capacity()));
        }
        if (limit.soft()) {
            fields.put("soft", "true");
        }
        return object(fields);
    }

    private static String object(Map<String, String> fields) {
        StringBuilder text = new StringBuilder("{");
        fields.forEach((name, value) -> text.append(text.length() == 1 ? "" : ", ")
                .append('"')
                .append(name.replace("\\", "\\\\").replace("\"", "\\\""))
                .append("\": ")
                .append(value));
        return text.append('}').toString();
    }
}
