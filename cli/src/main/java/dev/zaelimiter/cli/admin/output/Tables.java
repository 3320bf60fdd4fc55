package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.TextTable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Rows as people see them: a table, or {@link Blocks} on a terminal that is too narrow for one. For one thread. */
final class Tables {

    private final Terminal terminal;
    private boolean inBlocks;

    Tables(Terminal terminal) {
        this.terminal = terminal;
    }

    /** All rows there are. */
    List<String> fitting(List<Map<String, @Nullable Object>> objects) {
        return next(objects, true);
    }

    /** Some of many rows, which may be as wide as they like: once in blocks, the rest is so too. */
    List<String> next(List<Map<String, @Nullable Object>> objects, boolean first) {
        List<String> lines = table(objects);
        inBlocks = inBlocks || isTooWide(lines);
        if (!inBlocks) {
            lines.set(0, terminal.bold(lines.get(0)));
            return lines.subList(first ? 0 : 1, lines.size());
        }
        List<String> headings =
                objects.get(0).keySet().stream().map(Output::heading).toList();
        List<List<String>> cells = objects.stream()
                .map(fields -> fields.values().stream().map(Output::text).toList())
                .toList();
        List<String> blocks = new ArrayList<>();
        if (!first) {
            blocks.add("");
        }
        blocks.addAll(Blocks.of(headings, cells, terminal.width()));
        return blocks;
    }

    private static List<String> table(List<Map<String, @Nullable Object>> objects) {
        Set<Integer> numbers = new HashSet<>();
        for (Map<String, @Nullable Object> fields : objects) {
            int column = 0;
            for (Object value : fields.values()) {
                if (value instanceof Number) {
                    numbers.add(column);
                }
                column++;
            }
        }
        TextTable table = TextTable.rightAligned(numbers::contains);
        table.row(objects.get(0).keySet().stream().map(Output::heading).toList());
        objects.forEach(
                fields -> table.row(fields.values().stream().map(Output::text).toList()));
        return new ArrayList<>(table.lines(""));
    }

    /** A file or a pipe takes any width, and its reader counts on one line for each row. */
    private boolean isTooWide(List<String> lines) {
        return terminal.interactive() && lines.stream().anyMatch(line -> DisplayWidth.of(line) > terminal.width());
    }
}
