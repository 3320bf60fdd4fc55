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
final class TableOutput {

    private static final int MOST_HEADING_LINES = 3;

    private final Terminal terminal;
    private boolean inBlocks;

    TableOutput(Terminal terminal) {
        this.terminal = terminal;
    }

    /** All rows there are. */
    List<String> fitting(List<Map<String, @Nullable Object>> objects) {
        return next(objects, true);
    }

    /** Some of many rows, which may be as wide as they like: once in blocks, the rest is so too. */
    List<String> next(List<Map<String, @Nullable Object>> objects, boolean first) {
        if (!inBlocks) {
            for (int headingLines = 1; headingLines <= MOST_HEADING_LINES; headingLines++) {
                List<String> lines = table(objects, headingLines);
                if (!isTooWide(lines)) {
                    for (int i = 0; i < headingLines; i++) {
                        lines.set(i, terminal.bold(lines.get(i)));
                    }
                    return lines.subList(first ? 0 : headingLines, lines.size());
                }
            }
            inBlocks = true;
        }
        List<String> blocks = new ArrayList<>();
        if (!first) {
            blocks.add("");
        }
        blocks.addAll(Blocks.of(
                objects.get(0).keySet().stream().map(CellText::heading).toList(), cells(objects), terminal.width()));
        return blocks;
    }

    private static List<List<String>> cells(List<Map<String, @Nullable Object>> objects) {
        return objects.stream()
                .map(fields -> fields.values().stream().map(CellText::of).toList())
                .toList();
    }

    /**
     * Headings of many words over narrow numbers take the most room: they may be broken, the last word in the last
     * line.
     */
    private static List<List<String>> headings(Set<String> names, int lines) {
        List<List<String>> rows = new ArrayList<>();
        for (int line = 0; line < lines; line++) {
            List<String> row = new ArrayList<>();
            for (String name : names) {
                String[] words = CellText.heading(name).split(" ", lines);
                int word = words.length - lines + line;
                row.add(word < 0 ? "" : words[word]);
            }
            rows.add(row);
        }
        return rows;
    }

    private static List<String> table(List<Map<String, @Nullable Object>> objects, int headingLines) {
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
        headings(objects.get(0).keySet(), headingLines).forEach(table::row);
        cells(objects).forEach(table::row);
        // Where room is scarce, two spaces do.
        return new ArrayList<>(headingLines == 1 ? table.lines("") : table.lines("", "  "));
    }

    /** A file or a pipe takes any width, and its reader counts on one line for each row. */
    private boolean isTooWide(List<String> lines) {
        return terminal.interactive() && lines.stream().anyMatch(line -> DisplayWidth.of(line) > terminal.width());
    }
}
