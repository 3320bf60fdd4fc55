package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Access;
import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.Level;
import dev.zaelimiter.Limit;
import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.OnUnavailable;
import dev.zaelimiter.internal.facets.Inputs;
import dev.zaelimiter.internal.schema.Keys;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

/** Reads a manifest. Every entry is checked by the rules of the limiter before anything else is done. */
final class ManifestReader {

    static final String NAMESPACE = "namespace";
    static final String SYSTEM = "system";
    static final String RESOURCES = "resources";
    static final String ENTITIES = "entities";
    static final String LIMITS = "limits";
    static final String ON_UNAVAILABLE = "on_unavailable";
    static final String DISABLED = "disabled";
    static final String BYPASS = "bypass";
    static final String CAPACITY = "capacity";
    static final String BURST = "burst";
    static final String AMOUNT = "refill_amount";
    static final String PERIOD = "refill_period";
    static final String BUDGET = "budget";
    static final String SOFT = "soft";

    private static final int MOST_CHARACTERS = 64 << 20;
    private static final int SMALLEST_BUFFER = 1024;
    private static final int MOST_LIMITS = 20;
    private static final long DEFAULT_PERIOD_SECONDS = 60;
    private static final String TOKENS = "a whole number of tokens, in digits and without quotes";

    /** What the Python system knows and this one does not: said so, instead of being ignored. */
    private static final Map<String, String> FOREIGN = Map.of(
            "cascade",
            "whether an entity cascades in its own record ('entity create --cascade'), and nothing here",
            "schedule",
            "one limit for all hours: take this entry out, or change the limit by the clock with 'limits apply'",
            "reset_schedule",
            "a limit that refills: take this entry out, and give refill_amount and refill_period",
            "reset_after_seconds",
            "a limit that refills: take this entry out, and give refill_amount and refill_period");

    private ManifestReader() {}

    /** Reads a manifest; one that names no namespace is for the usual one, if there is any. */
    static Manifest read(String yaml, @Nullable String usualNamespace) {
        YamlEntry root = YamlEntry.root(compose(yaml));
        Map<String, YamlEntry> top = root.entries(ordered(NAMESPACE, SYSTEM, RESOURCES, ENTITIES));
        YamlEntry name = top.get(NAMESPACE);
        if (name == null && usualNamespace == null) {
            throw root.wrong(NAMESPACE, "the name of the namespace that the limits are for, as 'namespace: default'");
        }
        String namespace =
                name == null ? Objects.requireNonNull(usualNamespace) : name.here(() -> Inputs.namespace(name.text()));
        Map<Level, DeclaredLevel> levels = new LinkedHashMap<>();
        YamlEntry system = top.get(SYSTEM);
        if (system != null) {
            levels.put(Level.system(), level(system, ordered(LIMITS, ON_UNAVAILABLE)));
        }
        YamlEntry resources = top.get(RESOURCES);
        if (resources != null) {
            resources.entries().forEach((resource, entry) -> {
                Level level =
                        entry.key().here(() -> named(NameEncoding.RESOURCE, resource, () -> Level.resource(resource)));
                levels.put(level, level(entry, ordered(LIMITS, DISABLED)));
            });
        }
        YamlEntry entities = top.get(ENTITIES);
        if (entities != null) {
            entities.entries().forEach((id, entry) -> entity(id, entry, levels));
        }
        return new Manifest(namespace, levels);
    }

    private static Node compose(String yaml) {
        LoadSettings settings = LoadSettings.builder()
                .setLabel("the manifest")
                .setCodePointLimit(MOST_CHARACTERS)
                // In one piece: of parts, all that belongs to one value is copied with each: 17 GB for 3 MB.
                .setBufferSize(Math.max(SMALLEST_BUFFER, yaml.length()))
                .build();
        try {
            return new Composer(settings, new ShallowParser(new ParserImpl(settings, new StreamReader(settings, yaml))))
                    .getSingleNode()
                    .orElseThrow(() -> new ManifestException(
                            1, 1, "the manifest", "", "a document that begins with 'namespace: NAME'"));
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark();
            throw new ManifestException(
                    mark.map(Mark::getLine).orElse(0) + 1,
                    mark.map(Mark::getColumn).orElse(0) + 1,
                    "the manifest",
                    e.getProblem(),
                    "one document of YAML 1.2");
        } catch (YamlEngineException e) {
            throw new ManifestException(1, 1, "the manifest", e.getMessage(), "one document of YAML 1.2");
        }
    }

    private static void entity(String id, YamlEntry entry, Map<Level, DeclaredLevel> levels) {
        entry.key().here(() -> named(NameEncoding.ENTITY, id, () -> Level.entity(id)));
        YamlEntry resources = entry.entries(ordered(RESOURCES)).get(RESOURCES);
        if (resources == null) {
            throw entry.wrong(id, "an entry 'resources' with a resource or " + Keys.DEFAULT_RESOURCE + " in it");
        }
        resources.entries().forEach((resource, limits) -> {
            Level level = limits.key()
                    .here(() -> resource.equals(Keys.DEFAULT_RESOURCE)
                            ? Level.entity(id)
                            : named(NameEncoding.RESOURCE, resource, () -> Level.entity(id, resource)));
            levels.put(level, level(limits, ordered(LIMITS, DISABLED)));
        });
    }

    /** A manifest holds names, which the Python system reads too; of a text that is none, the message says the name. */
    private static Level named(NameEncoding kind, String text, Supplier<Level> level) {
        try {
            return level.get();
        } catch (InvalidInputException e) {
            String name;
            try {
                name = kind.parse(text);
            } catch (InvalidInputException hopeless) {
                throw e;
            }
            throw new InvalidInputException(e.field(), text, e.rule() + "; write its encoded name, " + name);
        }
    }

    private static DeclaredLevel level(YamlEntry entry, Set<String> allowed) {
        refuseForeign(entry);
        Map<String, YamlEntry> entries = entry.entries(allowed);
        if (entries.isEmpty()) {
            throw entry.wrong(null, "at least one of " + String.join(", ", allowed));
        }
        return new DeclaredLevel(
                limits(entries.get(LIMITS)), policy(entries.get(ON_UNAVAILABLE)), access(entries.get(DISABLED)));
    }

    private static List<Limit> limits(@Nullable YamlEntry entry) {
        if (entry == null) {
            return List.of();
        }
        Map<String, YamlEntry> entries = entry.entries();
        if (entries.isEmpty() || entries.size() > MOST_LIMITS) {
            throw entry.wrong(entries.size(), "1 to " + MOST_LIMITS + " limits");
        }
        List<Limit> limits = new ArrayList<>();
        entries.forEach((name, limit) -> limits.add(limit(name, limit)));
        return limits;
    }

    private static Limit limit(String name, YamlEntry entry) {
        entry.key().here(() -> Limit.perMinute(name, 1));
        refuseForeign(entry);
        Map<String, YamlEntry> entries = entry.entries(ordered(CAPACITY, BURST, AMOUNT, PERIOD, BUDGET, SOFT));
        YamlEntry soft = entries.get(SOFT);
        YamlEntry budget = entries.get(BUDGET);
        Limit limit = budget == null ? refilling(name, entry, entries) : budget(name, budget, entries);
        return soft != null && soft.bool("true or false") ? limit.asSoft() : limit;
    }

    private static Limit budget(String name, YamlEntry budget, Map<String, YamlEntry> entries) {
        for (String other : List.of(CAPACITY, BURST, AMOUNT, PERIOD)) {
            YamlEntry entry = entries.get(other);
            if (entry != null) {
                throw entry.key()
                        .wrong(other, "no refill together with '" + BUDGET + "', whose tokens never come back");
            }
        }
        return Limit.budget(name, number(budget, value -> Limit.budget(name, value)));
    }

    private static Limit refilling(String name, YamlEntry entry, Map<String, YamlEntry> entries) {
        YamlEntry capacity = entries.get(CAPACITY);
        if (capacity == null) {
            throw entry.wrong(CAPACITY, "a capacity, in tokens; or a " + BUDGET + ", whose tokens never come back");
        }
        long base = number(capacity, value -> Limit.custom(name, value, 1, Duration.ofSeconds(1)));
        YamlEntry amount = entries.get(AMOUNT);
        YamlEntry refill = amount == null ? capacity : amount;
        long refilled = number(refill, value -> Limit.custom(name, 0, value, Duration.ofSeconds(1)));
        YamlEntry burst = entries.get(BURST);
        long ceiling =
                burst == null ? base : number(burst, value -> Limit.custom(name, value, 1, Duration.ofSeconds(1)));
        YamlEntry period = entries.get(PERIOD);
        long seconds = period == null
                ? DEFAULT_PERIOD_SECONDS
                : number(period, value -> Limit.custom(name, 0, 1, Duration.ofSeconds(value)));
        return entry.here(() -> Limit.custom(name, ceiling, refilled, Duration.ofSeconds(seconds)));
    }

    private interface Check {
        Limit limit(long value);
    }

    private static long number(YamlEntry entry, Check check) {
        long value = entry.whole(
                entry.path().endsWith(PERIOD) ? "a whole number of seconds, in digits and without quotes" : TOKENS);
        try {
            check.limit(value);
        } catch (InvalidInputException e) {
            // The number as it stands there, and not what became of it.
            throw entry.wrong(value, e.rule());
        }
        return value;
    }

    private static @Nullable OnUnavailable policy(@Nullable YamlEntry entry) {
        if (entry == null) {
            return null;
        }
        return switch (entry.text()) {
            case "allow" -> OnUnavailable.ALLOW;
            case "block" -> OnUnavailable.BLOCK;
            default -> throw entry.wrong(entry.text(), "allow or block");
        };
    }

    private static @Nullable Access access(@Nullable YamlEntry entry) {
        if (entry == null) {
            return null;
        } else if (entry.is(BYPASS)) {
            return Access.BYPASS;
        }
        return entry.bool("true, false or " + BYPASS) ? Access.DISABLED : Access.ENABLED;
    }

    private static void refuseForeign(YamlEntry entry) {
        entry.entries().forEach((name, each) -> {
            String instead = FOREIGN.get(name);
            if (instead != null) {
                throw each.key().wrong(name, instead + ". Only the Python system can follow it");
            }
        });
    }

    private static Set<String> ordered(String... names) {
        return new LinkedHashSet<>(List.of(names));
    }
}
