package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Draws rows over time: admitted ones above a line, refused ones below it, on one scale. What is not zero shows. */
final class ChartRenderer {

    private static final String INDENT = "  ";
    private static final int HEIGHT = 12;
    private static final int WIDEST_PLOT = 120;
    private static final int NARROWEST_PLOT = 10;
    private static final int MOST_TIMES = 8;
    private static final int GAP = 3;
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 24 * 60 * MINUTE;

    private final Terminal terminal;
    private final Signs signs;

    /**
     * What the chart is made of.
     *
     * @param up cells of a bar that grows upwards
     * @param down cells of a bar that grows downwards
     * @param gutter between the labels and the plot
     * @param tick the gutter beside a label
     * @param line the line of zero
     */
    private record Signs(Cells up, Cells down, String gutter, String tick, String line) {

        private static final Signs UNICODE = new Signs(
                new Cells("▁▂▃▄▅▆▇█", List.of(1, 2, 3, 4, 5, 6, 7, 8)),
                new Cells("▔▀█", List.of(1, 4, 8)),
                "│",
                "┤",
                "─");
        private static final Signs ASCII =
                new Signs(new Cells(".#", List.of(3, 8)), new Cells("'x", List.of(3, 8)), "|", "+", "-");
    }

    /**
     * Partly filled cells, from the emptiest to the full one.
     *
     * @param signs one character each
     * @param eighths how full each is, up to 8
     */
    private record Cells(String signs, List<Integer> eighths) {

        char full() {
            return signs.charAt(signs.length() - 1);
        }

        /** The cell that comes closest to a filling; never a blank where something has to show. */
        char closest(double part, boolean mustShow) {
            char closest = ' ';
            double distance = mustShow ? Double.MAX_VALUE : part;
            for (int i = 0; i < eighths.size(); i++) {
                double difference = Math.abs(eighths.get(i) / 8.0 - part);
                if (difference < distance) {
                    distance = difference;
                    closest = signs.charAt(i);
                }
            }
            return closest;
        }
    }

    ChartRenderer(Terminal terminal) {
        this.terminal = terminal;
        this.signs = terminal.unicode() ? Signs.UNICODE : Signs.ASCII;
    }

    /** All lines of the chart, none wider than the terminal. */
    List<String> render(RowTimeline timeline) {
        int widest = labelWidth(timeline.intervals(1));
        int room = terminal.width() - INDENT.length() - widest - 2;
        RowTimeline.Intervals intervals = timeline.intervals(Math.max(NARROWEST_PLOT, Math.min(WIDEST_PLOT, room)));
        int labelWidth = labelWidth(intervals);
        long mostAdmitted = highest(intervals.admitted());
        long mostRefused = highest(intervals.refused());
        double unit = unit(mostAdmitted, mostRefused);
        int rowsUp = rows(mostAdmitted, unit);
        int rowsDown = rows(mostRefused, unit);

        List<String> lines = new ArrayList<>();
        lines.add(INDENT + legend(intervals, mostRefused > 0));
        for (int row = rowsUp - 1; row >= 0; row--) {
            String label = row == rowsUp - 1 ? Text.count(mostAdmitted) : "";
            lines.add(label(label, labelWidth) + terminal.green(bars(intervals.admitted(), row, unit, signs.up)));
        }
        lines.add(label("0", labelWidth) + signs.line.repeat(intervals.size()));
        for (int row = 0; row < rowsDown; row++) {
            String label = row == rowsDown - 1 ? Text.count(mostRefused) : "";
            lines.add(label(label, labelWidth) + terminal.red(bars(intervals.refused(), row, unit, signs.down)));
        }
        lines.add(" ".repeat(INDENT.length() + labelWidth + 2) + times(intervals));
        return lines.stream().map(String::stripTrailing).toList();
    }

    private String legend(RowTimeline.Intervals intervals, boolean refusals) {
        String admitted = terminal.green(signs.up.full() + " admitted");
        String refused = terminal.red(signs.down.full() + " refused (below the line)");
        return "Rows per " + DurationText.period(intervals.widthMillis()) + ":  " + admitted
                + (refusals ? "  " + refused : "");
    }

    private String label(String text, int width) {
        return INDENT + " ".repeat(width - text.length()) + text + " " + (text.isEmpty() ? signs.gutter : signs.tick);
    }

    private static int labelWidth(RowTimeline.Intervals intervals) {
        return Text.count(Math.max(highest(intervals.admitted()), highest(intervals.refused())))
                .length();
    }

    private static long highest(long[] counts) {
        return Arrays.stream(counts).max().orElse(0);
    }

    /** How many rows of the file one cell stands for: both sides on one scale, in the height that there is. */
    private static double unit(long mostAdmitted, long mostRefused) {
        double rough = Math.max(1, (double) (mostAdmitted + mostRefused) / HEIGHT);
        return Math.max(roundedUp(mostAdmitted, rough), roundedUp(mostRefused, rough));
    }

    /** A unit of which a whole number makes the highest bar, so that it ends with a full cell. */
    private static double roundedUp(long most, double unit) {
        return most / Math.max(1, Math.floor(most / unit));
    }

    private static int rows(long most, double unit) {
        return (int) Math.ceil(most / unit - 1e-9);
    }

    private static String bars(long[] counts, int row, double unit, Cells cells) {
        StringBuilder bars = new StringBuilder();
        for (long count : counts) {
            double part = count / unit - row;
            boolean mustShow = row == 0 && count > 0;
            bars.append(part <= 0 ? ' ' : cells.closest(Math.min(1, part), mustShow));
        }
        return bars.toString();
    }

    /** Round times, each written from the column of its interval on: as many as there is room for. */
    private static String times(RowTimeline.Intervals intervals) {
        long start = intervals.startMillis();
        for (int most = MOST_TIMES; most >= 2; most--) {
            String line =
                    times(intervals, TimeTicks.of(start, start + intervals.size() * intervals.widthMillis(), most));
            if (!line.isEmpty()) {
                return line;
            }
        }
        return Text.at(start, format(intervals));
    }

    /** Empty if two would touch, or none fits. */
    private static String times(RowTimeline.Intervals intervals, List<TimeTicks.Tick> ticks) {
        StringBuilder line = new StringBuilder();
        for (TimeTicks.Tick tick : ticks) {
            int column = (int) ((tick.millis() - intervals.startMillis()) / intervals.widthMillis());
            if (column + tick.label().length() > intervals.size()) {
                break;
            } else if (!line.isEmpty() && column < line.length() + GAP) {
                return "";
            }
            line.append(" ".repeat(column - line.length())).append(tick.label());
        }
        return line.toString();
    }

    /** How exactly the times of intervals have to be written. */
    static DateTimeFormatter format(RowTimeline.Intervals intervals) {
        long width = intervals.widthMillis();
        if (width >= DAY) {
            return Text.DATE;
        }
        if (width * intervals.size() > DAY) {
            return Text.DATE_MINUTES;
        }
        if (width >= MINUTE) {
            return Text.MINUTES;
        }
        return width >= SECOND ? Text.SECONDS : Text.MILLIS;
    }
}
