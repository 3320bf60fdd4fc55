package dev.zaelimiter.http.address;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The addresses that proxies have written into a field, from the right: the last one first. The right end was written
 * by the nearest proxy; whatever is further left may be of anybody's making, and is not looked at unless it is asked
 * for. So a field's length costs nothing, and what is malformed on the left spoils nothing on the right. For one
 * thread.
 */
final class Hops {

    /** An address with brackets, port, zone and the other parameters of an element. */
    private static final int LONGEST_ELEMENT = 512;

    /** Empty elements are allowed, and mean nothing. */
    private static final int MOST_EMPTY = 32;

    /** How a field is written. */
    enum Syntax {
        /** {@code X-Forwarded-For}: nodes with commas between them. */
        LIST,

        /** {@code Forwarded} (RFC 7239): parameters, of which one is {@code for}. */
        PARAMETERS
    }

    private final List<String> lines;
    private final Syntax syntax;
    private int line;
    /** Where the part of the line ends that was not read yet. */
    private int end;

    private int empties;

    Hops(List<String> lines, Syntax syntax) {
        this.lines = lines;
        this.syntax = syntax;
        this.line = lines.size();
        this.end = -1;
    }

    /**
     * The next node to the left.
     *
     * @return its text, empty if its element names none; null if there is no more, or what comes is not to be read
     */
    @Nullable
    String next() {
        while (empties <= MOST_EMPTY) {
            if (end < 0) {
                if (line == 0) {
                    return null;
                }
                line--;
                end = lines.get(line).length();
            }
            String element = element();
            if (element == null) {
                return null;
            }
            if (!element.isEmpty()) {
                return syntax == Syntax.LIST ? element : node(element);
            }
            empties++;
        }
        return null;
    }

    /** Cuts the last element off the line; null if it is too long. */
    private @Nullable String element() {
        String text = lines.get(line);
        int start = end;
        boolean quoted = false;
        while (start > 0 && (quoted || text.charAt(start - 1) != ',')) {
            start--;
            if (text.charAt(start) == '"' && syntax == Syntax.PARAMETERS && !isEscaped(text, start)) {
                quoted = !quoted;
            }
            if (end - start > LONGEST_ELEMENT) {
                return null;
            }
        }
        String element = text.substring(start, end).trim();
        end = start - 1;
        return element;
    }

    private static boolean isEscaped(String text, int index) {
        int slashes = 0;
        while (index - slashes > 0 && slashes < LONGEST_ELEMENT && text.charAt(index - slashes - 1) == '\\') {
            slashes++;
        }
        return slashes % 2 == 1;
    }

    /** The value of {@code for}; empty if there is none, or two. */
    private static String node(String element) {
        String node = "";
        int from = 0;
        while (from <= element.length()) {
            int to = endOfParameter(element, from);
            String parameter = element.substring(from, to).trim();
            if (parameter.toLowerCase(Locale.ROOT).startsWith("for=")) {
                if (!node.isEmpty()) {
                    return "";
                }
                node = unquoted(parameter.substring(4));
            }
            from = to + 1;
        }
        return node;
    }

    private static int endOfParameter(String element, int from) {
        boolean quoted = false;
        for (int i = from; i < element.length(); i++) {
            char c = element.charAt(i);
            if (quoted && c == '\\') {
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (c == ';' && !quoted) {
                return i;
            }
        }
        return element.length();
    }

    private static String unquoted(String value) {
        if (!value.startsWith("\"")) {
            return value;
        }
        if (value.length() < 2 || !value.endsWith("\"")) {
            return "";
        }
        StringBuilder text = new StringBuilder();
        for (int i = 1; i < value.length() - 1; i++) {
            char c = value.charAt(i);
            text.append(c == '\\' && i + 1 < value.length() - 1 ? value.charAt(++i) : c);
        }
        return text.toString();
    }
}
