package dev.zaelimiter.http.client;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code RateLimit} in any of its drafts: lists of items with parameters, and dictionaries. What is malformed
 * must be ignored, so it reads nothing rather than some of it. Pure; its input is bounded.
 */
final class ItemReader {

    private static final int LONGEST = 4096;
    private static final int MOST_DIGITS = 15;

    private final String text;
    private int at;

    private ItemReader(String text) {
        this.text = text;
    }

    /** The whole numbers that each member has under a name; null if the field is malformed. */
    static @Nullable List<Map<String, Long>> read(String field) {
        if (field.length() > LONGEST) {
            return null;
        }
        ItemReader reader = new ItemReader(field);
        List<Map<String, Long>> members = new ArrayList<>();
        Map<String, Long> dictionary = new HashMap<>();
        try {
            reader.skipBlanks();
            while (!reader.atEnd()) {
                reader.member(members, dictionary);
                reader.skipBlanks();
                if (!reader.atEnd()) {
                    reader.expect(',');
                    reader.skipBlanks();
                    reader.requireMore();
                }
            }
        } catch (Malformed e) {
            return null;
        }
        if (!dictionary.isEmpty()) {
            members.add(dictionary);
        }
        return members;
    }

    /** A string, token or integer with parameters; or a key and its value, as dictionaries have them. */
    private void member(List<Map<String, Long>> members, Map<String, Long> dictionary) throws Malformed {
        String key = "";
        if (peek() == '"') {
            string();
        } else {
            key = word();
            if (peek() == '=') {
                at++;
                Long value = value();
                if (value != null) {
                    dictionary.put(key, value);
                }
                parameters();
                return;
            }
        }
        members.add(parameters());
    }

    private Map<String, Long> parameters() throws Malformed {
        Map<String, Long> parameters = new HashMap<>();
        while (peek() == ';') {
            at++;
            skipBlanks();
            String name = word();
            if (peek() == '=') {
                at++;
                Long value = value();
                if (value != null) {
                    parameters.put(name, value);
                }
            }
        }
        return parameters;
    }

    /** A whole number; null for anything else that is well-formed. */
    private @Nullable Long value() throws Malformed {
        char first = peek();
        if (first == '"') {
            string();
            return null;
        }
        if (first == ':') {
            int end = text.indexOf(':', at + 1);
            if (end < 0) {
                throw new Malformed();
            }
            at = end + 1;
            return null;
        }
        String word = word();
        boolean isNumber = word.length() <= MOST_DIGITS && word.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? Long.valueOf(word) : null;
    }

    private String word() throws Malformed {
        int from = at;
        while (!atEnd() && isOfWord(text.charAt(at))) {
            at++;
        }
        if (from == at) {
            throw new Malformed();
        }
        return text.substring(from, at).toLowerCase(Locale.ROOT);
    }

    private static boolean isOfWord(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || "_-.*/:?!".indexOf(c) >= 0;
    }

    private void string() throws Malformed {
        at++;
        while (true) {
            requireMore();
            char c = text.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c == '\\') {
                requireMore();
                at++;
            }
        }
    }

    private void skipBlanks() {
        while (!atEnd() && (text.charAt(at) == ' ' || text.charAt(at) == '\t')) {
            at++;
        }
    }

    private void expect(char c) throws Malformed {
        if (peek() != c) {
            throw new Malformed();
        }
        at++;
    }

    private void requireMore() throws Malformed {
        if (atEnd()) {
            throw new Malformed();
        }
    }

    private boolean atEnd() {
        return at >= text.length();
    }

    private char peek() {
        return atEnd() ? '\0' : text.charAt(at);
    }

    private static final class Malformed extends Exception {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super("malformed", null, false, false);
        }
    }
}
