package dev.zaelimiter.cli.replay;

import dev.zaelimiter.AcquireRequest;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Limit;
import dev.zaelimiter.cli.BadInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads limits from YAML, or from JSON, which is YAML too:
 *
 * <pre>{@code
 * system:                     # for everybody on everything
 *   limits:
 *     rpm: {capacity: 120}    # 120 per 60 s
 * resources:
 *   gpt-4:
 *     limits:
 *       tpm: {capacity: 50000, burst: 80000, refill_period: 60}
 * entities:
 *   key-vip:
 *     resources:
 *       _default_:            # every resource
 *         limits:
 *           rpm: {capacity: 1000}
 * }</pre>
 *
 * <p>{@code capacity} is what comes back in each {@code refill_period} (seconds, 60) and what can be saved up;
 * {@code burst} is saved up in its place, {@code refill_amount} comes back in its place. What is not known is an error,
 * since a replay that left it out would be wrong.
 */
final class LimitsFile {

    private static final String EVERY_RESOURCE = "_default_";
    private static final String AMOUNT_RULE = "whole tokens, 1 to 10^15";
    private static final Set<String> OF_FILE = Set.of("namespace", "system", "resources", "entities");
    private static final Set<String> OF_SYSTEM = Set.of("limits", "on_unavailable");
    private static final Set<String> OF_LEVEL = Set.of("limits");
    private static final Set<String> OF_ENTITY = Set.of("resources");
    private static final Set<String> OF_LIMIT = Set.of("capacity", "burst", "refill_amount", "refill_period");
    private static final long LONGEST_SECONDS = Limit.MAX_PERIOD.toSeconds();

    private final String file;
    private final Map<Policy.Level, List<Limit>> levels = new LinkedHashMap<>();

    private LimitsFile(String file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @param file its path
     * @return its limits
     * @throws InvalidInputException naming the file, the field, the value and what is allowed
     */
    static Policy read(String file) {
        LimitsFile reader = new LimitsFile(file);
        try (InputStream in = InputFile.open(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            reader.readAll(new Load(LoadSettings.builder().setLabel(file).build()).loadFromString(text));
        } catch (BadInputException e) {
            throw new InvalidInputException("limits", file, "a file that can be read: it " + e.getMessage());
        } catch (YamlEngineException e) {
            throw new InvalidInputException(
                    "limits", file, "YAML: " + Objects.toString(e.getMessage()).replaceAll("\\s*\\R\\s*", " "));
        } catch (IOException e) {
            throw new InvalidInputException("limits", file, "a file that can be read: " + e.getMessage());
        }
        return new Policy(file, reader.levels);
    }

    private void readAll(@Nullable Object document) {
        Map<String, @Nullable Object> root = map("", document, OF_FILE);
        if (root.containsKey("system")) {
            level("system", root.get("system"), OF_SYSTEM, Policy.Level.SYSTEM);
        }
        map("resources", root.getOrDefault("resources", Map.of()), null)
                .forEach((resource, value) -> level(
                        "resources." + resource, value, OF_LEVEL, new Policy.Level(null, checkedResource(resource))));
        map("entities", root.getOrDefault("entities", Map.of()), null).forEach(this::entity);
        if (levels.isEmpty()) {
            throw invalid("limits", "none", "one at least, under system, resources or entities");
        }
    }

    private void entity(String entity, @Nullable Object value) {
        String path = "entities." + entity;
        checked(path, () -> AcquireRequest.entity(entity));
        Map<String, @Nullable Object> resources =
                map(path + ".resources", map(path, value, OF_ENTITY).get("resources"), null);
        resources.forEach((resource, limits) -> level(
                path + ".resources." + resource,
                limits,
                OF_LEVEL,
                new Policy.Level(entity, resource.equals(EVERY_RESOURCE) ? null : checkedResource(resource))));
    }

    private void level(String path, @Nullable Object value, Set<String> known, Policy.Level level) {
        Object limits = map(path, value, known).get("limits");
        if (limits == null) {
            return;
        }
        List<Limit> ofLevel = new ArrayList<>();
        map(path + ".limits", limits, null)
                .forEach((name, limit) -> ofLevel.add(limit(path + ".limits." + name, name, limit)));
        if (ofLevel.isEmpty() || ofLevel.size() > AcquireRequest.MAX_LIMITS) {
            throw invalid(path + ".limits", ofLevel.size(), "1 to " + AcquireRequest.MAX_LIMITS + " limits");
        }
        levels.put(level, ofLevel);
    }

    private Limit limit(String path, String name, @Nullable Object value) {
        Map<String, @Nullable Object> fields = map(path, value, OF_LIMIT);
        long capacity = number(path + ".capacity", fields.get("capacity"), Limit.MAX_AMOUNT, AMOUNT_RULE);
        long burst = optional(path + ".burst", fields.get("burst"), capacity);
        long refill = optional(path + ".refill_amount", fields.get("refill_amount"), capacity);
        Object period = fields.get("refill_period");
        long seconds = period == null
                ? 60
                : number(path + ".refill_period", period, LONGEST_SECONDS, "whole seconds, 1 to 10^9");
        Limit[] limit = new Limit[1];
        checked(path, () -> limit[0] = Limit.custom(name, burst, refill, Duration.ofSeconds(seconds)));
        return limit[0];
    }

    private long optional(String path, @Nullable Object value, long otherwise) {
        return value == null ? otherwise : number(path, value, Limit.MAX_AMOUNT, AMOUNT_RULE);
    }

    private long number(String path, @Nullable Object value, long most, String rule) {
        if (value instanceof Integer || value instanceof Long) {
            long number = ((Number) value).longValue();
            if (number >= 1 && number <= most) {
                return number;
            }
        }
        throw invalid(path, value, rule);
    }

    private String checkedResource(String resource) {
        checked("resources." + resource, () -> AcquireRequest.entity("any").resource(resource));
        return resource;
    }

    private void checked(String path, Runnable check) {
        try {
            check.run();
        } catch (InvalidInputException e) {
            throw invalid(path + ": " + e.field(), e.value(), e.rule());
        }
    }

    /** A map with text for keys; an entity called 123 is a number to YAML. */
    private Map<String, @Nullable Object> map(String path, @Nullable Object value, @Nullable Set<String> known) {
        if (!(value instanceof Map<?, ?> raw)) {
            throw invalid(path.isEmpty() ? "the file" : path, value, "a map" + (known == null ? "" : names(known)));
        }
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        raw.forEach((key, entry) -> {
            String name = String.valueOf(key);
            if (known != null && !known.contains(name)) {
                throw invalid(path.isEmpty() ? "the file" : path, name, "a field that replay knows:" + names(known));
            }
            map.put(name, entry);
        });
        return map;
    }

    private static String names(Set<String> known) {
        return " " + String.join(", ", new TreeSet<>(known));
    }

    private InvalidInputException invalid(String path, @Nullable Object value, String rule) {
        return new InvalidInputException(file + ": " + path, String.valueOf(value), rule);
    }
}
