package dev.zaelimiter.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of cells in columns: the first column to the left, the others to the right. For one thread. */
public final class TextTable {

    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();

    /**
     * Adds a row.
     *
     * @param cells from left to right, none of them with a line break
     */
    public void row(List<String> cells) {
        rows.add(List.copyOf(cells));
    }

    /**
     * Adds a row.
     *
     * @param cells from left to right, none of them with a line break
     */
    public void row(String... cells) {
        row(Arrays.asList(cells));
    }

    /**
     * All rows, aligned.
     *
     * @param indent what each line begins with
     * @return a line for each row, without spaces at its end
     */
    public List<String> lines(String indent) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? "" : GAP).append(i == 0 ? row.get(i) + padding : padding + row.get(i));
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
