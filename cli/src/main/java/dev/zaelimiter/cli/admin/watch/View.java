package dev.zaelimiter.cli.admin.watch;

import dev.zaelimiter.admin.capacity.Look;
import dev.zaelimiter.cli.AResource;
import dev.zaelimiter.cli.AnEntity;
import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import dev.zaelimiter.cli.TextTable;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Draws a look: as a picture for a terminal, or as a line for each limit. */
final class View {

    private static final int BAR = 20;
    private static final Set<Integer> NUMBERS = Set.of(2, 3, 4, 5, 6);
    private static final double MILLIS = 1000;

    /** From what matters most to what goes first where there is no room. */
    private static final List<String> HEADINGS =
            List.of("ENTITY", "LIMIT", "BALANCE", "CAPACITY", "REFUSES ONE", "TAKEN/S", "REFUSED LOOKS", "");

    private static final int ALL = HEADINGS.size();
    private static final int FEWEST = 5;

    private final Terminal terminal;
    private final String title;

    View(Terminal terminal, String entity, String resource) {
        this.terminal = terminal;
        this.title = AnEntity.shown(entity) + " on " + AResource.shown(resource);
    }

    /** All lines of a picture, none wider than the terminal. */
    List<String> picture(Look look, long looks, Duration interval) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(cut(title + "   " + look.time().truncatedTo(ChronoUnit.SECONDS))));
        lines.add("");
        lines.addAll(body(look, looks));
        lines.add("");
        lines.add(terminal.faint(cut("every " + interval.toMillis() / MILLIS + " s; Ctrl-C ends")));
        return lines;
    }

    /** A table with as many columns as fit, those that matter least gone first; or some lines for each limit. */
    private List<String> body(Look look, long looks) {
        boolean one = look.lines().stream().map(Look.Line::entity).distinct().count() == 1;
        for (int columns = ALL; columns >= FEWEST; columns--) {
            for (int first = 0; first <= (one && columns < ALL ? 1 : 0); first++) {
                List<String> rows = table(look, looks, first, columns);
                if (rows.stream().allMatch(row -> DisplayWidth.of(row) <= terminal.width())) {
                    return coloured(look, rows);
                }
            }
        }
        List<String> lines = new ArrayList<>();
        for (Look.Line line : look.lines()) {
            String left = "  " + Text.count(line.balance()) + "/" + Text.count(line.capacity());
            String word = line.refuses() ? "refuses " + refuses(line) : "grants";
            List<String> rows = DisplayWidth.of(left + " " + word) <= terminal.width()
                    ? List.of(left + " " + word)
                    : List.of(left, "  " + word);
            List<String> all =
                    new ArrayList<>(List.of(Text.visible(line.name()) + " of " + AnEntity.shown(line.entity())));
            all.addAll(rows);
            all.forEach(row -> lines.add(line.refuses() ? terminal.red(cut(row)) : cut(row)));
        }
        return lines;
    }

    private static List<String> cells(List<String> row, int first, int columns) {
        return row.subList(first, columns);
    }

    private List<String> table(Look look, long looks, int first, int columns) {
        TextTable table = TextTable.rightAligned(column -> NUMBERS.contains(column + first));
        table.row(cells(HEADINGS, first, columns));
        for (Look.Line line : look.lines()) {
            List<String> row = List.of(
                    AnEntity.shown(line.entity()),
                    Text.visible(line.name()),
                    Text.count(line.balance()),
                    Text.count(line.capacity()),
                    refuses(line),
                    rate(line),
                    line.refusals() + " of " + looks,
                    bar(line));
            table.row(cells(row, first, columns));
        }
        return table.lines("");
    }

    private List<String> coloured(Look look, List<String> rows) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.faint(rows.get(0)));
        for (int i = 1; i < rows.size(); i++) {
            lines.add(look.lines().get(i - 1).refuses() ? terminal.red(rows.get(i)) : rows.get(i));
        }
        return lines;
    }

    /** For a file or a pipe: a line that stands for itself. */
    List<String> lines(Look look) {
        return look.lines().stream()
                .map(line -> look.time().truncatedTo(ChronoUnit.MILLIS) + "  " + AnEntity.shown(line.entity()) + "  "
                        + Text.visible(line.name()) + "  "
                        + line.balance() + " of " + line.capacity() + "  taken/s " + rate(line) + "  refuses one: "
                        + refuses(line))
                .toList();
    }

    private static String rate(Look.Line line) {
        Double rate = line.consumedPerSecond();
        return rate == null ? "-" : String.format(Locale.ROOT, "%,.2f", rate);
    }

    private static String refuses(Look.Line line) {
        if (!line.refuses()) {
            return "no";
        }
        Long millis = line.retryMillis();
        return millis == null ? "for ever" : String.format(Locale.ROOT, "for %,.1f s", millis / MILLIS);
    }

    private String bar(Look.Line line) {
        long full = line.capacity() <= 0
                ? 0
                : Math.round(BAR * Math.max(0.0, Math.min(1.0, (double) line.balance() / line.capacity())));
        String done = terminal.unicode() ? "\u2588" : "#";
        String rest = terminal.unicode() ? "\u2591" : ".";
        return done.repeat((int) full) + rest.repeat((int) (BAR - full));
    }

    private String cut(String line) {
        return DisplayWidth.cut(line, terminal.width());
    }
}
