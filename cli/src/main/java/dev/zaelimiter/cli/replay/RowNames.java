package dev.zaelimiter.cli.replay;

import dev.zaelimiter.NameEncoding;
import java.util.Locale;

/**
 * The names in a file, which need not be legal: what is counted and shown are the texts of the file; the limiter, and
 * the limits that are stored for one of them, have their encoded names.
 */
final class RowNames {

    /** Longer than any id that people use; bounds what ten thousand of them take. */
    static final int LONGEST = 2_048;

    private RowNames() {}

    /**
     * Looks whether there can be requests for an entity on a resource.
     *
     * @throws BrokenRowException if one of the names is none
     */
    static void check(String entity, String resource) throws BrokenRowException {
        checkOne("entity", entity);
        checkOne("resource", resource);
    }

    private static void checkOne(String field, String name) throws BrokenRowException {
        if (name.isBlank() || name.length() > LONGEST) {
            throw new BrokenRowException(field, name, "a name of 1 to " + LONGEST + " characters");
        }
    }

    /** The name of an entity in a store. */
    static String storedEntity(String entity) {
        return NameEncoding.ENTITY.encodeOrShorten(wellFormed(entity));
    }

    /** The name of a resource in a store. */
    static String storedResource(String resource) {
        return NameEncoding.RESOURCE.encodeOrShorten(wellFormed(resource));
    }

    /** A lone half of a character, as only JSON can have one, is written out: names that differ in it stay two. */
    private static String wellFormed(String name) {
        StringBuilder text = null;
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            boolean pair = Character.isHighSurrogate(c)
                    && i + 1 < name.length()
                    && Character.isLowSurrogate(name.charAt(i + 1));
            if (Character.isSurrogate(c) && !pair && text == null) {
                text = new StringBuilder(name.substring(0, i));
            }
            if (text != null) {
                text.append(Character.isSurrogate(c) ? String.format(Locale.ROOT, "\\u%04x", (int) c) : "" + c);
            } else if (pair) {
                i++;
            }
        }
        return text == null ? name : text.toString();
    }
}
