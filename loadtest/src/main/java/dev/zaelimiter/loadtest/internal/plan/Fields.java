package dev.zaelimiter.loadtest.internal.plan;

import dev.zaelimiter.InvalidInputException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of an object in a file, each checked when it is read: a wrong one is named with its file, value and rule.
 */
public final class Fields {

    private final String where;
    private final Map<?, ?> fields;

    private Fields(String where, Map<?, ?> fields) {
        this.where = where;
        this.fields = fields;
    }

    /**
     * Those of an object.
     *
     * @param where it stands, for messages
     * @param value what was read
     * @return its fields
     * @throws InvalidInputException if it is no object
     */
    public static Fields of(String where, @Nullable Object value) {
        if (value instanceof Map<?, ?> fields) {
            return new Fields(where, fields);
        }
        throw new InvalidInputException(where, String.valueOf(value), "an object of JSON");
    }

    /**
     * Those of a text.
     *
     * @param where it stands, for messages
     * @param text one object
     * @return its fields
     * @throws InvalidInputException if it is none
     */
    public static Fields parse(String where, String text) {
        try {
            return of(where, Json.parse(text));
        } catch (IOException e) {
            String shown = text.length() > 60 ? text.substring(0, 60) + "..." : text;
            throw new InvalidInputException(where, shown, "JSON");
        }
    }

    /** A text that must be there. */
    public String text(String name) {
        if (fields.get(name) instanceof String text) {
            return text;
        }
        throw wrong(name, "a text");
    }

    /** A text, or null if it is missing. */
    public @Nullable String textOrNull(String name) {
        return fields.get(name) == null ? null : text(name);
    }

    /** A whole number that must be there. */
    public long whole(String name, long least, long most) {
        if (fields.get(name) instanceof Long number && number >= least && number <= most) {
            return number;
        }
        throw wrong(name, "a whole number, " + least + " to " + most);
    }

    /** A whole number, or another if it is missing. */
    public long whole(String name, long least, long most, long otherwise) {
        return fields.get(name) == null ? otherwise : whole(name, least, most);
    }

    /** A number, or another if it is missing. */
    public double number(String name, double least, double most, double otherwise) {
        if (fields.get(name) == null) {
            return otherwise;
        }
        double number = fields.get(name) instanceof Number given ? given.doubleValue() : Double.NaN;
        if (number >= least && number <= most) {
            return number;
        }
        throw wrong(name, "a number, " + least + " to " + most);
    }

    /** An object that must be there. */
    public Fields object(String name) {
        return of(where + ": " + name, fields.get(name));
    }

    /** An object of whole numbers; empty if it is missing. */
    public Map<String, Long> counts(String name) {
        Map<String, Long> found = new LinkedHashMap<>();
        if (fields.get(name) instanceof Map<?, ?> counts) {
            counts.forEach((key, value) -> {
                if (value instanceof Long number) {
                    found.put(String.valueOf(key), number);
                }
            });
        }
        return found;
    }

    /** A list of objects; empty if it is missing. */
    public List<Fields> objects(String name) {
        List<Fields> found = new ArrayList<>();
        for (Object each : list(name)) {
            found.add(of(where + ": " + name, each));
        }
        return found;
    }

    /** A list of texts; empty if it is missing. */
    public List<String> texts(String name) {
        List<String> found = new ArrayList<>();
        for (Object each : list(name)) {
            if (each instanceof String text) {
                found.add(text);
            } else {
                throw wrong(name, "a list of texts");
            }
        }
        return found;
    }

    private List<?> list(String name) {
        Object value = fields.get(name);
        if (value == null) {
            return List.of();
        } else if (value instanceof List<?> list) {
            return list;
        }
        throw wrong(name, "a list");
    }

    private InvalidInputException wrong(String name, String rule) {
        return new InvalidInputException(where + ": " + name, String.valueOf(fields.get(name)), rule);
    }
}
