package dev.zaelimiter.loadtest.internal.report;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * Charts over time: bars that stand on each other, or curves, each with the same figures as a table. Seconds are joined
 * where there are many.
 */
final class PageChart {

    private static final int MOST_COLUMNS = 240;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Html html;
    private final List<Column> columns = new ArrayList<>();

    /**
     * Some seconds.
     *
     * @param atSeconds the first of them
     * @param seconds of the run in it
     */
    private record Column(long atSeconds, List<Second> seconds) {

        long mean(ToLongFunction<Second> value) {
            return Math.round(seconds.stream().mapToLong(value).average().orElse(0));
        }

        long sum(ToLongFunction<Second> value) {
            return seconds.stream().mapToLong(value).sum();
        }

        long most(ToLongFunction<Second> value) {
            return seconds.stream().mapToLong(value).max().orElse(-1);
        }

        String time() {
            return CLOCK.format(Instant.ofEpochSecond(atSeconds).atOffset(ZoneOffset.UTC));
        }
    }

    /**
     * What a chart shows.
     *
     * @param name for people
     * @param style a class of the page's style
     * @param value of a second
     */
    record Series(String name, String style, ToLongFunction<Second> value) {}

    PageChart(Html html, List<Second> seconds) {
        this.html = html;
        int each = (seconds.size() + MOST_COLUMNS - 1) / MOST_COLUMNS;
        for (int i = 0; i < seconds.size(); i += Math.max(1, each)) {
            List<Second> some = seconds.subList(i, Math.min(seconds.size(), i + Math.max(1, each)));
            columns.add(new Column(some.get(0).atSeconds(), some));
        }
    }

    /** Bars, one series on the other. */
    void bars(String title, List<Series> series) {
        long top = 1;
        for (Column column : columns) {
            top = Math.max(
                    top,
                    series.stream().mapToLong(one -> column.mean(one.value)).sum());
        }
        begin(title, series, true);
        StringBuilder[] paths = new StringBuilder[series.size()];
        for (int s = 0; s < paths.length; s++) {
            paths[s] = new StringBuilder();
        }
        for (int i = 0; i < columns.size(); i++) {
            long below = 0;
            for (int s = 0; s < paths.length; s++) {
                long value = columns.get(i).mean(series.get(s).value);
                if (value > 0) {
                    paths[s].append(String.format(
                            Locale.ROOT,
                            "M%.2f %.2fV%.2fH%.2fV%.2fZ",
                            i + 0.06,
                            y(below, top),
                            y(below + value, top),
                            i + 0.94,
                            y(below, top)));
                    below += value;
                }
            }
        }
        for (int s = 0; s < paths.length; s++) {
            html.raw("<path class=\"" + series.get(s).style + "\" d=\"" + paths[s] + "\"/>");
        }
        splits();
        end(title, top, Html::count, series, false);
    }

    /** A line where a bucket was divided or made one, over the whole height. */
    private void splits() {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).sum(PageChart::moved) > 0) {
                path.append(String.format(Locale.ROOT, "M%.2f 0V100", i + 0.5));
            }
        }
        html.raw(path.isEmpty() ? "" : "<path class=\"splits\" d=\"" + path + "\"/>");
    }

    private static long moved(Second second) {
        return second.counts().splits() + second.counts().merges();
    }

    private boolean anyMoved() {
        return columns.stream().anyMatch(column -> column.sum(PageChart::moved) > 0);
    }

    /** Curves, of which each column shows the highest second. */
    void curves(String title, List<Series> series, LongFunction<String> format) {
        long top = 1;
        for (Column column : columns) {
            for (Series one : series) {
                top = Math.max(top, column.most(one.value));
            }
        }
        begin(title, series, false);
        for (Series one : series) {
            StringBuilder path = new StringBuilder();
            boolean drawn = false;
            for (int i = 0; i < columns.size(); i++) {
                long value = columns.get(i).most(one.value);
                if (value >= 0) {
                    path.append(String.format(Locale.ROOT, "%s%d %.2fH%d", drawn ? "L" : "M", i, y(value, top), i + 1));
                }
                // A gap where there was nothing to measure.
                drawn = value >= 0;
            }
            html.raw("<path class=\"curve " + one.style + "\" d=\"" + path + "\"/>");
        }
        end(title, top, format, series, true);
    }

    private static double y(long value, long top) {
        return 100 - 100.0 * value / top;
    }

    private void begin(String title, List<Series> series, boolean bars) {
        html.raw("<section>").element("h2", title).raw("<ul class=\"legend\">");
        for (Series one : series) {
            html.raw("<li><i class=\"" + one.style + "\"></i>" + Html.escaped(one.name) + "</li>");
        }
        html.raw(bars && anyMoved() ? "<li><i class=\"splits\"></i>a bucket was divided, or made one again</li>" : "");
        html.raw("</ul><div class=\"plot\">");
        html.raw("<svg role=\"img\" aria-label=\"" + Html.escaped(title)
                + "; its figures are in the table below\" viewBox=\"0 0 " + Math.max(1, columns.size())
                + " 100\" preserveAspectRatio=\"none\">");
        for (int height : new int[] {0, 50, 100}) {
            html.raw("<path class=\"grid\" d=\"M0 " + height + "H" + Math.max(1, columns.size()) + "\"/>");
        }
    }

    private void end(String title, long top, LongFunction<String> format, List<Series> series, boolean most) {
        html.raw("</svg>");
        html.raw("<div class=\"x\" aria-hidden=\"true\">");
        html.element("span", columns.isEmpty() ? "" : columns.get(0).time());
        html.element("span", "upper edge: " + format.apply(top));
        html.element(
                "span", columns.isEmpty() ? "" : columns.get(columns.size() - 1).time() + " UTC");
        html.raw("</div></div><details>").element("summary", "The figures");
        List<String> head = new ArrayList<>(List.of("time, UTC"));
        series.forEach(one -> head.add(one.name));
        boolean moved = !most && anyMoved();
        if (moved) {
            head.addAll(List.of("splits", "merges"));
        }
        List<List<String>> rows = new ArrayList<>();
        for (Column column : columns) {
            List<String> row = new ArrayList<>(List.of(column.time()));
            for (Series one : series) {
                row.add(format.apply(most ? column.most(one.value) : column.mean(one.value)));
            }
            if (moved) {
                row.add(Html.count(column.sum(second -> second.counts().splits())));
                row.add(Html.count(column.sum(second -> second.counts().merges())));
            }
            rows.add(row);
        }
        html.table(title, head, rows).raw("</details></section>\n");
    }
}
