package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The charts of one report: rows over time, and balances against capacities. */
final class PageCharts {

    private static final int MOST_INTERVALS = 120;
    private static final int MOST_CURVES = 4;

    private final Html html;
    private final Report report;
    private final RowTimeline.Intervals intervals;

    PageCharts(Html html, Report report) {
        this.html = html;
        this.report = report;
        this.intervals = report.timeline().intervals(MOST_INTERVALS);
    }

    /** Admitted rows upwards, refused ones downwards. */
    void traffic() {
        long admitted = Math.max(1, highest(intervals.admitted()));
        long refused = highest(intervals.refused());
        String each = DurationText.period(intervals.widthMillis());
        html.raw("<section><figure>").element("h2", "Traffic");
        html.raw("<ul class=\"legend\">");
        key("admitted", "<rect width=\"100\" height=\"100\" class=\"admitted\"/>", "admitted rows per " + each);
        if (refused > 0) {
            key("refused", "<rect width=\"100\" height=\"100\" class=\"refused\"/>", "refused, below the line");
        }
        html.raw("</ul>");
        HtmlChart chart = new HtmlChart(html, "traffic", intervals, (double) admitted, (double) -refused);
        chart.tick((double) admitted, Text.count(admitted)).tick(0, "0");
        if (refused > 0) {
            chart.tick((double) -refused, Text.count(refused));
        }
        chart.bars("admitted", i -> (double) intervals.admitted()[i])
                .bars("refused", i -> (double) -intervals.refused()[i])
                .write(
                        "Admitted and refused rows per " + each,
                        "At most " + Text.count(admitted) + " admitted and " + Text.count(refused) + " refused per "
                                + each + ". The table below has all figures.",
                        i -> Text.count(intervals.admitted()[i]) + " admitted, "
                                + Text.count(intervals.refused()[i]) + " refused");
        html.raw("<details>").element("summary", "As a table");
        HtmlTable table = HtmlTable.open(html, "", List.of("from (UTC)", "admitted", "refused"));
        for (int i = 0; i < intervals.size(); i++) {
            table.row(chart.time(i))
                    .cell(Text.count(intervals.admitted()[i]))
                    .cell(Text.count(intervals.refused()[i]))
                    .end();
        }
        table.close();
        html.raw("</details></figure></section>\n");
    }

    /** The lowest balance of each limit in each interval. */
    void balances() {
        if (!report.timeline().followsBalances()) {
            return;
        }
        List<Integer> shown = tightest();
        html.raw("<section><figure>").element("h2", "Balance against capacity");
        legendOfBalances(shown);
        HtmlChart chart = curvesOfBalances(shown);
        tableOfBalances(shown, chart);
        if (shown.size() < report.limits().size()) {
            html.element(
                    "p class=\"soft\"",
                    "The " + shown.size() + " limits that were used up most are shown, of "
                            + report.limits().size() + ".");
        }
        html.raw("</figure></section>\n");
    }

    private void legendOfBalances(List<Integer> shown) {
        String which = report.severalBuckets() ? " of the emptiest bucket" : "";
        html.element(
                "figcaption",
                "The lowest balance" + which + " in each " + DurationText.period(intervals.widthMillis())
                        + ", as a share of the capacity; below zero is debt, and in a gap nobody asked.");
        html.raw("<ul class=\"legend\">");
        for (int i = 0; i < shown.size(); i++) {
            Report.OfLimit figures = report.limits().get(shown.get(i));
            key(
                    "line",
                    "<path class=\"curve line-" + i + "\" d=\"M0 50H100\"/>",
                    figures.label() + ", " + TableRenderer.allows(figures.limit()));
        }
        html.raw("</ul>");
    }

    private HtmlChart curvesOfBalances(List<Integer> shown) {
        double lowest = 0;
        for (int limit : shown) {
            for (int i = 0; i < intervals.size(); i++) {
                if (intervals.hasBalance(limit, i)) {
                    lowest = Math.min(lowest, intervals.lowestBalance(limit, i));
                }
            }
        }
        HtmlChart chart = new HtmlChart(html, "balance", intervals, 1, lowest);
        chart.tick(1, "100%").tick(0.5, "50%").tick(0, "0");
        if (lowest < -0.1) {
            chart.tick(lowest, Text.percent(lowest));
        }
        for (int i = 0; i < shown.size(); i++) {
            int limit = shown.get(i);
            chart.curve(
                    "line-" + i,
                    at -> intervals.hasBalance(limit, at) ? intervals.lowestBalance(limit, at) : Double.NaN);
        }
        chart.write(
                "Lowest balance per " + DurationText.period(intervals.widthMillis()),
                "The lowest of all is " + Text.percent(lowest(shown)) + " of a capacity. The table below has all"
                        + " figures.",
                i -> texts(shown, i));
        return chart;
    }

    private void tableOfBalances(List<Integer> shown, HtmlChart chart) {
        html.raw("<details>").element("summary", "As a table");
        List<String> header = new ArrayList<>(List.of("from (UTC)"));
        shown.forEach(limit -> header.add(report.limits().get(limit).label()));
        HtmlTable table = HtmlTable.open(html, "", header);
        for (int i = 0; i < intervals.size(); i++) {
            table.row(chart.time(i));
            for (int limit : shown) {
                table.cell(text(limit, i));
            }
            table.end();
        }
        table.close();
        html.raw("</details>");
    }

    /** The limits that came closest to being used up. */
    private List<Integer> tightest() {
        List<Integer> limits = new ArrayList<>();
        for (int i = 0; i < report.limits().size(); i++) {
            limits.add(i);
        }
        limits.sort((a, b) -> Double.compare(use(b), use(a)));
        List<Integer> first = new ArrayList<>(limits.subList(0, Math.min(MOST_CURVES, limits.size())));
        first.sort(null);
        return first;
    }

    private double use(int limit) {
        Report.OfLimit figures = report.limits().get(limit);
        return (double) figures.peakUse() / Math.max(1, figures.limit().capacity());
    }

    private double lowest(List<Integer> shown) {
        double lowest = 1;
        for (int limit : shown) {
            lowest = Math.min(lowest, 1 - use(limit));
        }
        return lowest;
    }

    private String texts(List<Integer> shown, int interval) {
        List<String> texts = new ArrayList<>();
        for (int limit : shown) {
            texts.add(report.limits().get(limit).label() + " " + text(limit, interval));
        }
        return String.join(", ", texts);
    }

    private String text(int limit, int interval) {
        return intervals.hasBalance(limit, interval)
                ? Text.percent(intervals.lowestBalance(limit, interval))
                : "nobody asked";
    }

    private void key(String kind, String mark, String text) {
        html.raw("<li><svg aria-hidden=\"true\" class=\"key-" + kind
                        + "\" viewBox=\"0 0 100 100\" preserveAspectRatio=\"none\">" + mark + "</svg>")
                .text(text)
                .raw("</li>");
    }

    private static long highest(long[] counts) {
        return Arrays.stream(counts).max().orElse(0);
    }
}
