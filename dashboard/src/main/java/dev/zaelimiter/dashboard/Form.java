package dev.zaelimiter.dashboard;

import dev.zaelimiter.InvalidInputException;
import dev.zaelimiter.NameEncoding;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields of a query or of a form that was sent. Immutable. */
final class Form {

    private final Map<String, List<String>> fields;

    private Form(Map<String, List<String>> fields) {
        this.fields = fields;
    }

    /**
     * Reads {@code name=value} pairs.
     *
     * @param text as it was sent, or null
     * @throws InvalidInputException if an escape is broken
     */
    static Form of(@Nullable String text) {
        Map<String, List<String>> fields = new HashMap<>();
        if (text != null && !text.isEmpty()) {
            for (String pair : text.split("&", -1)) {
                int equals = pair.indexOf('=');
                String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
                String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
                fields.computeIfAbsent(name, absent -> new ArrayList<>()).add(value);
            }
        }
        return new Form(fields);
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            throw new InvalidInputException(
                    "query", text, "text in which a percent sign is followed by two hexadecimal digits");
        }
    }

    /** The first value of a field; null if there is none, or an empty one. */
    @Nullable
    String find(String name) {
        List<String> values = fields.get(name);
        return values == null || values.get(0).isEmpty() ? null : values.get(0);
    }

    String get(String name) {
        String value = find(name);
        if (value == null) {
            throw new InvalidInputException(name, value, "a value");
        }
        return value;
    }

    List<String> all(String name) {
        return fields.getOrDefault(name, List.of());
    }

    long number(String name, long otherwise) {
        String value = find(name);
        return value == null ? otherwise : number(name, value);
    }

    static long number(String name, String value) {
        try {
            return Long.parseLong(value.strip());
        } catch (NumberFormatException e) {
            throw new InvalidInputException(name, value, "a whole number");
        }
    }

    /** The entity that is asked for, however it was typed. */
    String entity() {
        return NameEncoding.ENTITY.parse(get("entity"));
    }

    /** The resource that is asked for, however it was typed. */
    String resource() {
        return NameEncoding.RESOURCE.parse(get("resource"));
    }

    @Nullable
    String entityIfAny() {
        return find("entity") == null ? null : entity();
    }

    @Nullable
    String resourceIfAny() {
        return find("resource") == null ? null : resource();
    }
}
