package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.cli.DisplayWidth;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that are wider than the terminal: a line for each cell, its heading before it, and an empty line between rows.
 */
final class Blocks {

    private static final String GAP = "   ";
    private static final int NARROWEST = 8;

    private Blocks() {}

    static List<String> of(List<String> headings, List<List<String>> rows, int width) {
        List<String> lines = new ArrayList<>();
        for (List<String> row : rows) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.addAll(block(headings, row, width));
        }
        return lines;
    }

    static List<String> block(List<String> headings, List<String> cells, int width) {
        int label = headings.stream().mapToInt(DisplayWidth::of).max().orElse(0);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < cells.size(); i++) {
            String heading = headings.get(i) + " ".repeat(label - DisplayWidth.of(headings.get(i)));
            for (String part : broken(cells.get(i), width - label - GAP.length())) {
                lines.add((heading + GAP + part).stripTrailing());
                heading = " ".repeat(label);
            }
        }
        return lines;
    }

    /** Broken at spaces where there are some, and where the line ends otherwise. */
    private static List<String> broken(String text, int wanted) {
        int width = Math.max(NARROWEST, wanted);
        List<String> parts = new ArrayList<>();
        String rest = text;
        while (DisplayWidth.of(rest) > width) {
            String part = DisplayWidth.cut(rest, width);
            int space = rest.charAt(part.length()) == ' ' ? part.length() : part.lastIndexOf(' ');
            int end = space > 0 ? space : part.length();
            parts.add(rest.substring(0, end));
            rest = rest.substring(space > 0 ? end + 1 : end);
        }
        parts.add(rest);
        return parts;
    }
}
