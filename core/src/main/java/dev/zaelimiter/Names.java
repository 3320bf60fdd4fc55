package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/**
 * The rules for names and ids, in ASCII. Each is checked against the whole string, so that a trailing newline does not
 * pass; in loops rather than with regular expressions, since every request is checked.
 */
final class Names {

    static final int LONGEST_ENTITY = 256;
    static final int LONGEST_RESOURCE = 64;
    static final int LONGEST_LIMIT = 64;

    /** The limit that the schema keeps for itself. */
    static final String RESERVED_LIMIT = "wcu";

    private static final String ENTITY_SIGNS = "_.-:@";
    private static final String RESOURCE_SIGNS = "_.-/:";
    private static final String LIMIT_SIGNS = "_.-";

    private Names() {}

    static String entity(String field, @Nullable String value) {
        if (value == null || !isName(value, LONGEST_ENTITY, true, ENTITY_SIGNS)) {
            throw new InvalidInputException(
                    field, value, "a letter or digit, then letters, digits and _ . - : @ (up to 256)");
        }
        return value;
    }

    static String resource(@Nullable String value) {
        if (value == null || !isName(value, LONGEST_RESOURCE, false, RESOURCE_SIGNS)) {
            throw new InvalidInputException(
                    "resource", value, "a letter, then letters, digits and _ . - / : (up to 64)");
        }
        return value;
    }

    static String limit(String field, @Nullable String value) {
        if (value == null || !isName(value, LONGEST_LIMIT, false, LIMIT_SIGNS)) {
            throw new InvalidInputException(field, value, "a letter, then letters, digits and _ . - (up to 64)");
        }
        if (value.equals(RESERVED_LIMIT)) {
            throw new InvalidInputException(field, value, "any name but 'wcu', which the schema keeps for itself");
        }
        return value;
    }

    private static boolean isName(String value, int longest, boolean digitMayLead, String signs) {
        int length = value.length();
        if (length == 0 || length > longest) {
            return false;
        }
        char first = value.charAt(0);
        if (!isLetter(first) && !(digitMayLead && isDigit(first))) {
            return false;
        }
        for (int i = 1; i < length; i++) {
            char c = value.charAt(i);
            if (!isLetter(c) && !isDigit(c) && signs.indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean isLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
