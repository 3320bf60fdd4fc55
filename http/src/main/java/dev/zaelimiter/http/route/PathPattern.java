package dev.zaelimiter.http.route;

import dev.zaelimiter.InvalidInputException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A pattern for paths: literal segments, {@code *} or {@code {name}} for any one segment, and {@code **} at the end for
 * any number of them, none included. Case counts.
 */
final class PathPattern {

    private static final int MOST_SEGMENTS = 64;
    private static final String RULE =
            "a path that begins with /, of literal segments (not escaped), * or {name} for one segment, and ** at the end";

    private final String text;
    /** Null stands for any segment. */
    private final List<@Nullable String> literals;

    private final List<String> names;
    private final boolean open;

    private PathPattern(String text, List<@Nullable String> literals, List<String> names, boolean open) {
        this.text = text;
        this.literals = literals;
        this.names = names;
        this.open = open;
    }

    static PathPattern parse(String text) {
        if (!text.startsWith("/")) {
            throw new InvalidInputException("path", text, RULE);
        }
        List<@Nullable String> literals = new ArrayList<>();
        List<String> names = new ArrayList<>();
        boolean open = false;
        String inner = text.endsWith("/") ? text.substring(0, text.length() - 1) : text;
        String[] segments = inner.isEmpty() ? new String[0] : inner.substring(1).split("/", -1);
        if (segments.length > MOST_SEGMENTS) {
            throw new InvalidInputException("path", text, "up to " + MOST_SEGMENTS + " segments");
        }
        for (int i = 0; i < segments.length; i++) {
            String segment = segments[i];
            if (segment.equals("**") && i == segments.length - 1) {
                open = true;
            } else if (segment.equals("*") || segment.matches("\\{[A-Za-z][A-Za-z0-9_]*}")) {
                String name = segment.equals("*") ? "" : segment.substring(1, segment.length() - 1);
                if (!name.isEmpty() && names.contains(name)) {
                    throw new InvalidInputException("path", text, "each variable once");
                }
                literals.add(null);
                names.add(name);
            } else if (segment.isEmpty() || segment.matches("\\.{1,2}|.*[{}*%;?#\\\\\\x00-\\x1f\\x7f].*")) {
                throw new InvalidInputException("path", text, RULE);
            } else {
                literals.add(segment);
                names.add("");
            }
        }
        return new PathPattern(text, literals, names, open);
    }

    /** The variables, if the path fits; otherwise null. */
    @Nullable
    Map<String, String> match(List<String> segments) {
        int fixed = literals.size();
        if (segments.size() < fixed || (segments.size() > fixed && !open)) {
            return null;
        }
        for (int i = 0; i < fixed; i++) {
            String literal = literals.get(i);
            if (literal != null && !literal.equals(segments.get(i))) {
                return null;
            }
        }
        Map<String, String> variables = new LinkedHashMap<>();
        for (int i = 0; i < fixed; i++) {
            if (!names.get(i).isEmpty()) {
                variables.put(names.get(i), segments.get(i));
            }
        }
        return variables;
    }

    /** Whether every path that fits the other fits this. */
    boolean includes(PathPattern other) {
        int fixed = literals.size();
        int others = other.literals.size();
        if (others < fixed || (!open && (other.open || others > fixed))) {
            return false;
        }
        for (int i = 0; i < fixed; i++) {
            String literal = literals.get(i);
            if (literal != null && !literal.equals(other.literals.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether some path fits both. */
    boolean overlaps(PathPattern other) {
        int fixed = literals.size();
        int others = other.literals.size();
        if ((fixed < others && !open) || (others < fixed && !other.open)) {
            return false;
        }
        for (int i = 0; i < Math.min(fixed, others); i++) {
            String one = literals.get(i);
            String two = other.literals.get(i);
            if (one != null && two != null && !Objects.equals(one, two)) {
                return false;
            }
        }
        return true;
    }

    Set<String> variables() {
        Set<String> variables = new HashSet<>(names);
        variables.remove("");
        return variables;
    }

    @Override
    public String toString() {
        return text;
    }
}
