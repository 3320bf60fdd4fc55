package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.cli.Text;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Values as comma-separated text, by RFC 4180; lists and maps are JSON, and what is missing is empty. */
final class CsvText {

    private CsvText() {}

    /** A line of values, or of names. */
    static String line(Collection<? extends @Nullable Object> values) {
        return values.stream().map(CsvText::cell).collect(Collectors.joining(","));
    }

    private static String cell(@Nullable Object value) {
        if (value == null) {
            return "";
        } else if (value instanceof Number || value instanceof Boolean) {
            return value.toString();
        }
        boolean structured = value instanceof List<?> || value instanceof Map<?, ?>;
        String text = structured ? JsonText.of(value) : harmless(Text.visible(value.toString()));
        return text.matches("[^\",\\s]*") ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /** A spreadsheet would run what begins so. */
    private static String harmless(String text) {
        return text.matches("(?s)[=+\\-@].*") ? "'" + text : text;
    }
}
