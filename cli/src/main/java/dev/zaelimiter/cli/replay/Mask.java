package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Shows keys so that they can be told from each other, and not used: of a long one the last four characters stay. One
 * for a whole output, in which the same key is always shown the same. Not thread-safe.
 */
final class Mask implements UnaryOperator<String> {

    /** What stands for what is not shown. */
    static final String HIDDEN = "****";

    private static final int LEAST_LENGTH = 16;
    private static final int SHOWN = 4;
    private static final Pattern NAME =
            Pattern.compile(".*(apikey|accesskey|secret|token|password|bearer|authorization|credential).*|key");

    /** Keys by their beginnings, tokens in three parts, and long runs of letters and digits with both in them. */
    private static final Pattern VALUE =
            Pattern.compile("(?i)(sk|pk|rk|ghp|gho|ghs|glpat|xox[abp]|bearer|basic|hf|api)[-_ ].{8,}"
                    + "|AKIA[0-9A-Z]{12,}|AIza.{20,}|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*"
                    + "|(?=.*\\d)(?=.*[A-Za-z])[A-Za-z0-9+/=_]{32,}");

    private final Map<String, String> shown = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    /**
     * Whether what stands in a column looks like keys.
     *
     * @param column the column
     * @param sample its first values
     */
    static boolean looksLikeKeys(ValuePlace.Column column, Sample sample) {
        List<String> values = sample.values(column.index());
        String name = ColumnNames.plain(column.name().substring(column.name().lastIndexOf('.') + 1));
        boolean named = NAME.matcher(name).matches();
        return values.stream()
                .anyMatch(value -> named
                        ? value.length() >= LEAST_LENGTH
                        : VALUE.matcher(value).matches());
    }

    /** Whether names are to be masked: as the option says, else if they look like keys. */
    static boolean isNeeded(@Nullable Boolean said, ValuePlace entity, Sample sample) {
        if (said != null) {
            return said;
        }
        return entity instanceof ValuePlace.Column column
                ? looksLikeKeys(column, sample)
                : VALUE.matcher(((ValuePlace.Constant) entity).value()).matches();
    }

    @Override
    public String apply(String name) {
        String known = shown.get(name);
        if (known != null) {
            return known;
        }
        String end = name.length() < LEAST_LENGTH ? "" : name.substring(name.length() - SHOWN);
        String mask = HIDDEN + end;
        for (int i = end.isEmpty() ? 1 : 2; !used.add(mask); i++) {
            mask = HIDDEN + end + " (" + Text.count(i) + ")";
        }
        shown.put(name, mask);
        return mask;
    }
}
