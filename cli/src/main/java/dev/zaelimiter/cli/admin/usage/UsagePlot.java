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
 * Draws usage for a terminal: a bar for each window, one below the other, for each limit. Windows between others in which
 * nothing was consumed have a line too, as long as there are not too many of them. For one thread.
 */
final class UsagePlot {

    private static final String EIGHTHS = "▏▎▍▌▋▊▉█";
    private static final int WIDEST_BAR = 60;
    private static final int NARROWEST_BAR = 5;
    private static final int MOST_LINES = 1000;

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
            lines.addAll(bars(filled(windows), terminal));
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

    private SortedMap<Instant, UsageAmount> filled(SortedMap<Instant, UsageAmount> windows) {
        SortedMap<Instant, UsageAmount> filled = new TreeMap<>(windows);
        for (Instant start = windows.firstKey();
                start.isBefore(windows.lastKey()) && filled.size() < MOST_LINES;
                start = window.end(start)) {
            filled.putIfAbsent(start, UsageAmount.NONE);
        }
        return filled;
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
        windows.forEach((start, amount) -> {
            String number = number(amount);
            String bar = bar(amount.doubleValue(), most, room, terminal.unicode());
            lines.add((format.format(start) + "  " + " ".repeat(numbers - number.length()) + number + "  "
                            + terminal.green(bar))
                    .stripTrailing());
        });
        return lines;
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
