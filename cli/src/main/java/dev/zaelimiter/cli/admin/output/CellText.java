package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.NameEncoding;
import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How fields and their values read to people: in one line, with names decoded, and with nothing in it that can't be
 * seen.
 */
final class CellText {

    private CellText() {}

    static String heading(String name) {
        return name.toUpperCase(Locale.ROOT).replace('_', ' ');
    }

    static String of(@Nullable Object value) {
        if (value == null) {
            return "-";
        } else if (value instanceof Boolean yes) {
            return yes ? "yes" : "no";
        } else if (value instanceof List<?> list) {
            return list.isEmpty()
                    ? "-"
                    : String.join(", ", list.stream().map(CellText::of).toList());
        } else if (value instanceof Map<?, ?> map) {
            List<String> entries = new ArrayList<>();
            map.forEach((name, each) -> entries.add(of(name) + "=" + of(each)));
            return entries.isEmpty() ? "-" : String.join(" ", entries);
        }
        // What it is to people; commands understand it, too.
        return Text.visible(NameEncoding.showAny(value.toString()));
    }
}
