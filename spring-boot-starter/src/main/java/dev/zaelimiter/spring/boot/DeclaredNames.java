package dev.zaelimiter.spring.boot;

import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Looks at the names in declared limits as they are written. The binder takes signs out of keys that do not stand in
 * brackets, and a dot divides them: a limit of another name, or of another resource, would be stored.
 */
final class DeclaredNames {

    private static final String PREFIX = "zae.limiter.limits.";
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");
    private static final Map<String, Integer> PARTS = Map.of("system", 1, "resources", 2, "entities", 3);

    private DeclaredNames() {}

    static void check(ConfigurableEnvironment environment) {
        for (PropertySource<?> source : environment.getPropertySources()) {
            boolean ofTheSystem =
                    source.getName().startsWith(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME);
            if (!ofTheSystem && source instanceof EnumerablePropertySource<?> known) {
                for (String name : known.getPropertyNames()) {
                    if (name.startsWith(PREFIX)) {
                        check(name, known);
                    }
                }
            }
        }
    }

    private static void check(String name, EnumerablePropertySource<?> source) {
        // What stands in brackets is one part, whatever it holds.
        String[] parts = name.substring(PREFIX.length())
                .replaceAll("\\.?\\[[^\\]]*\\]", ".in-brackets")
                .split("\\.", -1);
        Integer expected = PARTS.get(parts[0]);
        if (expected == null) {
            return;
        }
        for (String part : parts) {
            if (!PLAIN.matcher(part).matches()) {
                throw refused(name, source);
            }
        }
        if (parts.length - 1 != expected) {
            throw refused(name, source);
        }
    }

    private static LimiterPropertyException refused(String name, EnumerablePropertySource<?> source) {
        return new LimiterPropertyException(
                name,
                source.getProperty(name),
                "system.LIMIT, resources.RESOURCE.LIMIT and entities.ENTITY.RESOURCE.LIMIT; a name with other signs than letters,"
                        + " digits, - and _ stands in brackets, in YAML as \"[gpt-3.5]\"");
    }
}
