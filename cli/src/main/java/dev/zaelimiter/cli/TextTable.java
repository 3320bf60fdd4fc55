package dev.zaelimiter.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;

/** Rows of cells in columns, aligned as a terminal shows them. For one thread. */
public final class TextTable {

    private static final String GAP = "   ";

    private final List<List<String>> rows = new ArrayList<>();
    private final IntPredicate right;

    /** The first column to the left, the others to the right. */
    public TextTable() {
        this(column -> column > 0);
    }

    private TextTable(IntPredicate right) {
        this.right = right;
    }

    /**
     * All columns to the left.
     *
     * @return an empty table
     */
    public static TextTable leftAligned() {
        return new TextTable(column -> false);
    }

    /**
     * Some columns to the right, as numbers are best read.
     *
     * @param right which, counted from 0
     * @return an empty table
     */
    public static TextTable rightAligned(IntPredicate right) {
        return new TextTable(right);
    }

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
        return lines(indent, GAP);
    }

    /**
     * All rows, aligned.
     *
     * @param indent what each line begins with
     * @param gap what stands between columns
     * @return a line for each row, without spaces at its end
     */
    public List<String> lines(String indent, String gap) {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                widths[i] = Math.max(widths[i], DisplayWidth.of(row.get(i)));
            }
        }
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder(indent);
            for (int i = 0; i < row.size(); i++) {
                String padding = " ".repeat(widths[i] - DisplayWidth.of(row.get(i)));
                line.append(i == 0 ? "" : gap).append(right.test(i) ? padding + row.get(i) : row.get(i) + padding);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }
}
