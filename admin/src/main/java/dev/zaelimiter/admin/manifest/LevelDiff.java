package dev.zaelimiter.admin.manifest;

import dev.zaelimiter.Level;
import dev.zaelimiter.LevelSettings;
import dev.zaelimiter.Limit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How one level is to change.
 *
 * @param action what is to be done
 * @param level to which level
 * @param before what it held when the plan was made
 * @param fields what differs, in order of the names; empty if nothing does
 */
public record LevelDiff(Action action, Level level, LevelSettings before, List<Field> fields) {

    private static final String ACCESS = "access";

    /** Copies the list. */
    public LevelDiff {
        fields = List.copyOf(fields);
    }

    /** What is to be done to a level. */
    public enum Action {
        /** It holds nothing now. */
        CREATE("+"),
        /** It holds something else now. */
        UPDATE("~"),
        /** An earlier manifest declared it, and this one does not. */
        DELETE("-"),
        /** It is as it should be. */
        UNCHANGED("=");

        private final String sign;

        Action(String sign) {
            this.sign = sign;
        }

        /**
         * One character for a table.
         *
         * @return {@code + ~ - =}
         */
        public String sign() {
            return sign;
        }
    }

    /**
     * One thing that differs.
     *
     * @param name a limit's name, {@code on_unavailable} or {@code access}
     * @param before what it was; empty if it was not there
     * @param after what it is to be; empty if it goes
     */
    public record Field(String name, Optional<String> before, Optional<String> after) {

        private String line() {
            if (before.isEmpty()) {
                return "+ " + name + " " + after.orElse("");
            }
            return after.map(value -> "~ " + name + " " + before.get() + " -> " + value)
                    .orElseGet(() -> "- " + name + " " + before.get());
        }
    }

    /** Whether it changes who may use the resource at all. */
    boolean switches() {
        return fields.stream().anyMatch(field -> field.name.equals(ACCESS));
    }

    static LevelDiff of(Level level, LevelSettings before, DeclaredLevel wanted) {
        List<Field> fields = fields(before, wanted);
        boolean empty = before.limits().isEmpty()
                && before.onUnavailable().isEmpty()
                && before.access().isEmpty();
        Action action = empty ? Action.CREATE : Action.UPDATE;
        return new LevelDiff(fields.isEmpty() ? Action.UNCHANGED : action, level, before, fields);
    }

    static LevelDiff gone(Level level, LevelSettings before) {
        List<Field> fields = fields(before, new DeclaredLevel(List.of(), null, null));
        return new LevelDiff(fields.isEmpty() ? Action.UNCHANGED : Action.DELETE, level, before, fields);
    }

    private static List<Field> fields(LevelSettings before, DeclaredLevel wanted) {
        Map<String, String> from = limits(before.limits());
        Map<String, String> to = limits(wanted.limits());
        List<Field> fields = new ArrayList<>();
        wanted.onUnavailable()
                .filter(policy -> !before.onUnavailable().equals(Optional.of(policy)))
                .ifPresent(policy -> fields.add(new Field(
                        ManifestReader.ON_UNAVAILABLE,
                        before.onUnavailable().map(LevelDiff::word),
                        Optional.of(word(policy)))));
        wanted.access()
                .filter(access -> !before.access().equals(Optional.of(access)))
                .ifPresent(access ->
                        fields.add(new Field(ACCESS, before.access().map(LevelDiff::word), Optional.of(word(access)))));
        TreeSet<String> names = new TreeSet<>(from.keySet());
        names.addAll(to.keySet());
        for (String name : names) {
            Optional<String> was = Optional.ofNullable(from.get(name));
            Optional<String> is = Optional.ofNullable(to.get(name));
            if (!was.equals(is)) {
                fields.add(new Field(name, was, is));
            }
        }
        return fields;
    }

    private static Map<String, String> limits(List<Limit> limits) {
        Map<String, String> map = new TreeMap<>();
        limits.forEach(limit ->
                map.put(limit.name(), limit.toString().substring(limit.name().length() + 1)));
        return map;
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    /**
     * The difference for people.
     *
     * @return one line for the level, and one for each field, indented
     */
    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(action.sign + " " + level);
        fields.forEach(field -> lines.add("    " + field.line()));
        return lines;
    }
}
