package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.cli.TerminalSize;
import dev.zaelimiter.cli.admin.output.Output;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Draws pictures over one another, below what the terminal showed before. A terminal that was made narrower has broken
 * the lines of the last picture, nobody knows where: then all that it shows is cleared. For one thread.
 */
final class Screen implements AutoCloseable {

    private static final String HIDE_CURSOR = "\u001b[?25l";
    private static final String SHOW_CURSOR = "\u001b[?25h";

    /** A line that is too wide after all takes one row: more would push the picture down at each look. */
    private static final String CUT_LINES = "\u001b[?7l";

    private static final String BREAK_LINES = "\u001b[?7h";
    private static final String CLEAR_ALL = "\u001b[H\u001b[2J";
    private static final String CLEAR_BELOW = "\u001b[J";
    private static final String CLEAR_LINE = "\u001b[K";

    private final Output output;
    private @Nullable TerminalSize before;
    private int drawn;

    Screen(Output output) {
        this.output = output;
        output.raw(HIDE_CURSOR + CUT_LINES);
    }

    void draw(List<String> lines, TerminalSize size) {
        StringBuilder picture = new StringBuilder();
        if (before != null && !before.equals(size)) {
            picture.append(CLEAR_ALL);
        } else if (drawn > 0) {
            picture.append("\u001b[").append(drawn).append("A\r");
        }
        List<String> fitting = fitting(lines, size.rows());
        fitting.forEach(line -> picture.append(line).append(CLEAR_LINE).append(System.lineSeparator()));
        picture.append(CLEAR_BELOW);
        output.raw(picture.toString());
        drawn = fitting.size();
        before = size;
    }

    /** The cursor stands in the line below the picture, and goes up no further than the terminal's first. */
    private static List<String> fitting(List<String> lines, int rows) {
        int most = Math.max(1, rows - 1);
        if (lines.size() <= most) {
            return lines;
        }
        List<String> fitting = new ArrayList<>(lines.subList(0, most - 1));
        fitting.add("and " + (lines.size() - most + 1) + " more lines");
        return fitting;
    }

    @Override
    public void close() {
        output.raw(BREAK_LINES + SHOW_CURSOR);
    }
}
