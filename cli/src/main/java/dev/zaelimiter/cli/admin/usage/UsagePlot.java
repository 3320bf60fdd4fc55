package dev.zaelimiter.cli.admin.usage;

import dev.zaelimiter.UsageAmount;
import dev.zaelimiter.UsageRecord;
import dev.zaelimiter.UsageWindow;
import dev.zaelimiter.cli.DisplayWidth;
import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Draws usage for a terminal: a bar for each window, one below the other, for each limit. Windows between others in
 * which nothing was consumed have a line too; many of them in a row have one together. For one thread.
 */
final class UsagePlot {

    private static final String EIGHTHS = "▏▎▍▌▋▊▉█";
    private static final int WIDEST_BAR = 60;
    private static final int NARROWEST_BAR = 5;

    /** More empty windows in a row are one line: they would push what was used out of sight. */
    private static final int MOST_EMPTY = 48;

    private final UsageWindow window;
    private final Map<String, SortedMap<Instant, UsageAmount>> byLimit = new TreeMap<>();

    UsagePlot(UsageWindow window) {
        this.window = window;
    }

    /** Counts a record; those of several entities or resources in one window are added up. */
    void add(UsageRecord record) {
        record.limits()
                .forEach((name, usage) -> byLimit.computeIfAbsent(name, absent -> new TreeMap<>())
                        .merge(record.start(), usage.consumed(), UsageAmount::plus));
    }

    /** A block for each limit, none wider than the terminal. */
    List<String> lines(Terminal terminal) {
        List<String> lines = new ArrayList<>();
        byLimit.forEach((name, windows) -> {
            lines.add("");
            lines.add(terminal.bold(
                    DisplayWidth.cut(Text.visible(name) + ", tokens by " + unit() + " (UTC)", terminal.width())));
            lines.addAll(bars(windows, terminal));
        });
        return lines;
    }

    private String unit() {
        return switch (window) {
            case HOURLY -> "hour";
            case DAILY -> "day";
            case MONTHLY -> "month";
        };
    }

    /** The windows from one up to another, in which nothing was consumed; one more than are shown if there are more. */
    private List<Instant> between(Instant from, Instant until) {
        List<Instant> empty = new ArrayList<>();
        for (Instant start = from; start.isBefore(until) && empty.size() <= MOST_EMPTY; start = window.end(start)) {
            empty.add(start);
        }
        return empty;
    }

    private List<String> bars(SortedMap<Instant, UsageAmount> windows, Terminal terminal) {
        double most = windows.values().stream()
                .mapToDouble(UsageAmount::doubleValue)
                .max()
                .orElse(0);
        int numbers = windows.values().stream()
                .mapToInt(amount -> number(amount).length())
                .max()
                .orElse(0);
        DateTimeFormatter format = format();
        int label = format.format(Instant.EPOCH).length();
        int room = Math.max(NARROWEST_BAR, Math.min(WIDEST_BAR, terminal.width() - label - numbers - 4));
        List<String> lines = new ArrayList<>();
        Instant next = windows.firstKey();
        for (Map.Entry<Instant, UsageAmount> each : windows.entrySet()) {
            List<Instant> empty = between(next, each.getKey());
            if (empty.size() > MOST_EMPTY) {
                String until = "nothing until " + format.format(each.getKey());
                lines.add(DisplayWidth.cut((terminal.unicode() ? "… " : "... ") + until, terminal.width()));
            } else {
                empty.forEach(start -> lines.add(line(format.format(start), number(UsageAmount.NONE), numbers, "")));
            }
            String bar = bar(each.getValue().doubleValue(), most, room, terminal.unicode());
            lines.add(line(format.format(each.getKey()), number(each.getValue()), numbers, terminal.green(bar)));
            next = window.end(each.getKey());
        }
        return lines;
    }

    private static String line(String time, String number, int numbers, String bar) {
        return (time + "  " + " ".repeat(numbers - number.length()) + number + "  " + bar).stripTrailing();
    }

    /** What is not zero shows; what was given back beyond what was taken has no bar. */
    private static String bar(double value, double most, int room, boolean unicode) {
        if (value <= 0 || most <= 0) {
            return "";
        }
        if (!unicode) {
            return "#".repeat((int) Math.max(1, Math.round(value / most * room)));
        }
        int eighths = (int) Math.max(1, Math.round(value / most * room * EIGHTHS.length()));
        int rest = eighths % EIGHTHS.length();
        return "█".repeat(eighths / EIGHTHS.length()) + (rest == 0 ? "" : EIGHTHS.substring(rest - 1, rest));
    }

    private static String number(UsageAmount amount) {
        return amount.milli() == 0 ? Text.count(amount.tokens()) : amount.toString();
    }

    private DateTimeFormatter format() {
        String pattern = switch (window) {
            case HOURLY -> "uuuu-MM-dd HH:mm";
            case DAILY -> "uuuu-MM-dd";
            case MONTHLY -> "uuuu-MM";
        };
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }
}
