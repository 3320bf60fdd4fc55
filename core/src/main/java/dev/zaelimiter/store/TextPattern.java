package dev.zaelimiter.store;

import java.util.ArrayList;
import java.util.List;

/** A text with parts of its item's key left open. Immutable. */
final class TextPattern {

    /** One more than there are parts, around them. */
    private final String[] fixed;

    private final int[] parts;

    private TextPattern(String[] fixed, int[] parts) {
        this.fixed = fixed;
        this.parts = parts;
    }

    /** The pattern of a text, whose words are left open wherever the key has them too. */
    static TextPattern of(String text, KeyParts key) {
        if (key.isAt(KeyParts.PK, text, 0) && text.length() == key.length(KeyParts.PK)) {
            return whole(KeyParts.PK);
        }
        if (key.isAt(KeyParts.SK, text, 0) && text.length() == key.length(KeyParts.SK)) {
            return whole(KeyParts.SK);
        }
        List<String> fixed = new ArrayList<>();
        List<Integer> parts = new ArrayList<>();
        int open = 0;
        int at = 0;
        while (at < text.length()) {
            int part = partAt(text, at, key);
            if (part >= 0) {
                fixed.add(text.substring(open, at));
                parts.add(part);
                open = at + key.length(part);
                at = open;
            }
            while (at < text.length() && !isEdge(text, at)) {
                at++;
            }
            at++;
        }
        fixed.add(text.substring(open));
        return new TextPattern(
                fixed.toArray(String[]::new),
                parts.stream().mapToInt(Integer::intValue).toArray());
    }

    private static TextPattern whole(int part) {
        return new TextPattern(new String[] {"", ""}, new int[] {part});
    }

    /** The longest part of the key that is a word there, or several; negative if there is none. */
    private static int partAt(String text, int at, KeyParts key) {
        int longest = -1;
        for (int part = 0; part < key.count(); part++) {
            int length = key.length(part);
            if (length > 0
                    && (longest < 0 || length > key.length(longest))
                    && key.isAt(part, text, at)
                    && isEdge(text, at + length)) {
                longest = part;
            }
        }
        return longest;
    }

    private static boolean isEdge(String text, int at) {
        return at == text.length() || text.charAt(at) == '#' || text.charAt(at) == '/';
    }

    /** Whether nothing is left open. */
    boolean isFixed() {
        return parts.length == 0;
    }

    /** Whether a text is what {@link #fill} makes of a key. */
    boolean fits(String text, KeyParts key) {
        int at = 0;
        for (int i = 0; i < parts.length; i++) {
            if (!text.startsWith(fixed[i], at)) {
                return false;
            }
            at += fixed[i].length();
            int length = key.length(parts[i]);
            if (length < 0 || !key.isAt(parts[i], text, at)) {
                return false;
            }
            at += length;
        }
        String last = fixed[parts.length];
        return text.length() - at == last.length() && text.endsWith(last);
    }

    /** The text of an item with a key that {@link #fits} it. */
    String fill(KeyParts key) {
        if (parts.length == 1 && fixed[0].isEmpty() && fixed[1].isEmpty()) {
            return key.text(parts[0]);
        }
        int length = fixed[parts.length].length();
        for (int i = 0; i < parts.length; i++) {
            length += fixed[i].length() + key.length(parts[i]);
        }
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < parts.length; i++) {
            text.append(fixed[i]).append(key.text(parts[i]));
        }
        return text.append(fixed[parts.length]).toString();
    }
}
