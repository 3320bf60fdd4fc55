package dev.zaelimiter;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The rules for names and ids. Each is checked against the whole string, so that a trailing newline does not pass. */
final class Names {

    static final int LONGEST_ENTITY = 256;
    static final int LONGEST_RESOURCE = 64;
    static final int LONGEST_LIMIT = 64;

    /** The limit that the schema keeps for itself. */
    static final String RESERVED_LIMIT = "wcu";

    private static final Pattern ENTITY = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.\\-:@]*");
    private static final Pattern RESOURCE = Pattern.compile("[A-Za-z][A-Za-z0-9_.\\-/:]*");
    private static final Pattern LIMIT = Pattern.compile("[A-Za-z][A-Za-z0-9_.\\-]*");

    private Names() {}

    static String entity(String field, @Nullable String value) {
        return checked(
                field,
                value,
                ENTITY,
                LONGEST_ENTITY,
                "a letter or digit, then letters, digits and _ . - : @ (up to 256)");
    }

    static String resource(@Nullable String value) {
        return checked(
                "resource",
                value,
                RESOURCE,
                LONGEST_RESOURCE,
                "a letter, then letters, digits and _ . - / : (up to 64)");
    }

    static String limit(String field, @Nullable String value) {
        String name =
                checked(field, value, LIMIT, LONGEST_LIMIT, "a letter, then letters, digits and _ . - (up to 64)");
        if (name.equals(RESERVED_LIMIT)) {
            throw new InvalidInputException(field, value, "any name but 'wcu', which the schema keeps for itself");
        }
        return name;
    }

    private static String checked(String field, @Nullable String value, Pattern pattern, int longest, String rule) {
        if (value == null || value.length() > longest || !pattern.matcher(value).matches()) {
            throw new InvalidInputException(field, value, rule);
        }
        return value;
    }
}
