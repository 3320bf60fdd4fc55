package dev.zaelimiter.cli.admin.watch;

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

    private final Terminal terminal;
    private final String title;

    View(Terminal terminal, String entity, String resource) {
        this.terminal = terminal;
        this.title = Text.visible(entity) + " on " + Text.visible(resource);
    }

    /** All lines of a picture, none wider than the terminal. */
    List<String> picture(Look look, long looks, Duration interval) {
        List<String> lines = new ArrayList<>();
        lines.add(terminal.bold(cut(title + "   " + look.time().truncatedTo(ChronoUnit.SECONDS))));
        lines.add("");
        TextTable table = TextTable.rightAligned(NUMBERS::contains);
        table.row("ENTITY", "LIMIT", "BALANCE", "CAPACITY", "TAKEN/S", "REFUSES ONE", "REFUSED LOOKS", "");
        for (Look.Line line : look.lines()) {
            table.row(
                    Text.visible(line.entity()),
                    Text.visible(line.name()),
                    Text.count(line.balance()),
                    Text.count(line.capacity()),
                    rate(line),
                    refuses(line),
                    line.refusals() + " of " + looks,
                    bar(line));
        }
        List<String> rows = table.lines("");
        lines.add(terminal.faint(cut(rows.get(0))));
        for (int i = 1; i < rows.size(); i++) {
            String row = cut(rows.get(i));
            lines.add(look.lines().get(i - 1).refuses() ? terminal.red(row) : row);
        }
        lines.add("");
        lines.add(terminal.faint(cut("every " + interval.toMillis() / MILLIS + " s; Ctrl-C ends")));
        return lines;
    }

    /** For a file or a pipe: a line that stands for itself. */
    List<String> lines(Look look) {
        return look.lines().stream()
                .map(line -> look.time().truncatedTo(ChronoUnit.MILLIS) + "  " + Text.visible(line.entity()) + "  "
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
