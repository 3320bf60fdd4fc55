package dev.zaelimiter;

import org.jspecify.annotations.Nullable;

/**
 * How values of somebody else's making stand in messages: what can't be seen is escaped, so that a value forges no line
 * of a log, and a stray space is found. Stores, which know nothing of this package, have the same in theirs.
 */
final class Shown {

    private static final int LONGEST_VALUE = 60;

    /** Of a path that is cut so much of its beginning is shown; its end names the file. */
    private static final int BEGINNING_OF_PATH = 20;

    private Shown() {}

    /** A text in quotes, escaped and cut; anything else as it prints itself. */
    static String quoted(@Nullable Object value) {
        if (!(value instanceof CharSequence text)) {
            return String.valueOf(value);
        }
        int length = text.length();
        if (length <= LONGEST_VALUE) {
            return "'" + line(text) + "'";
        }
        int first = isPath(text) ? BEGINNING_OF_PATH : LONGEST_VALUE;
        return "'" + line(text.subSequence(0, first)) + "…"
                + line(text.subSequence(length - LONGEST_VALUE + first, length)) + "'";
    }

    private static boolean isPath(CharSequence text) {
        return text.chars().anyMatch(c -> c == '/' || c == '\\');
    }

    /** The same text, on one line. */
    static String line(CharSequence text) {
        StringBuilder shown = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (isInvisible(c)) {
                shown.append(String.format("\\u%04x", (int) c));
            } else {
                shown.append(c);
            }
        }
        return shown.toString();
    }

    /** An entity as people know it. */
    static String entity(String id) {
        return NameEncoding.ENTITY.show(id);
    }

    /** A resource as people know it. */
    static String resource(String name) {
        return NameEncoding.RESOURCE.show(name);
    }

    /** An entity on a resource, as people know them. */
    static String pair(String entity, String resource) {
        return entity(entity) + "/" + resource(resource);
    }

    private static boolean isInvisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> c != ' ';
            default -> false;
        };
    }
}
