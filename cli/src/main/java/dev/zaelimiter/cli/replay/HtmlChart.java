package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The frame of a chart over time: a scale to the left, times below, a text for each interval where the pointer rests,
 * and the same figures as a table. The drawing is stretched to the width that there is, and so holds no text. Not
 * thread-safe.
 */
final class HtmlChart {

    private static final int TIMES = 8;
    private static final double EDGE = 5;

    private final Html html;
    private final String id;
    private final RowTimeline.Intervals intervals;
    private final double top;
    private final double bottom;
    private final List<Tick> ticks = new ArrayList<>();
    private final StringBuilder marks = new StringBuilder();

    /** A place on the scale. */
    private record Tick(double value, String label) {}

    /**
     * An empty chart.
     *
     * @param html where it goes
     * @param id unique on the page
     * @param intervals what is shown
     * @param top the value at the upper edge
     * @param bottom the value at the lower edge, less than at the top
     */
    HtmlChart(Html html, String id, RowTimeline.Intervals intervals, double top, double bottom) {
        this.html = html;
        this.id = id;
        this.intervals = intervals;
        this.top = top;
        this.bottom = bottom;
    }

    /** Labels a value, with a line across. */
    HtmlChart tick(double value, String label) {
        ticks.add(new Tick(value, label));
        return this;
    }

    /** A bar for each interval, from 0 to its value. */
    HtmlChart bars(String style, IntFunction<Double> value) {
        StringBuilder path = new StringBuilder();
        for (int i = 0; i < intervals.size(); i++) {
            double height = value.apply(i);
            if (height != 0) {
                path.append('M').append(Html.number(i + 0.08)).append(' ').append(Html.number(y(0)));
                path.append('V').append(Html.number(y(height))).append('H').append(Html.number(i + 0.92));
                path.append('V').append(Html.number(y(0))).append('Z');
            }
        }
        marks.append("<path class=\"")
                .append(style)
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
        return this;
    }

    /** A line through the intervals' values, with a gap where there is none: NaN. */
    HtmlChart curve(String style, IntFunction<Double> value) {
        StringBuilder path = new StringBuilder();
        boolean drawn = false;
        for (int i = 0; i < intervals.size(); i++) {
            double height = value.apply(i);
            if (Double.isNaN(height)) {
                drawn = false;
                continue;
            }
            path.append(drawn ? 'L' : 'M').append(i).append(' ').append(Html.number(y(height)));
            path.append('H').append(i + 1);
            drawn = true;
        }
        marks.append("<path class=\"curve ")
                .append(style)
                .append("\" d=\"")
                .append(path)
                .append("\"/>");
        return this;
    }

    /**
     * Writes the plot.
     *
     * @param title what it is
     * @param summary what it shows, for those who can't see it
     * @param textOf what is to be said of an interval
     */
    void write(String title, String summary, IntFunction<String> textOf) {
        html.raw("<div class=\"plot\"><div class=\"y\" aria-hidden=\"true\">");
        for (Tick tick : ticks) {
            html.element("span style=\"top:" + Html.number(y(tick.value)) + "%\"", tick.label);
        }
        html.raw("</div><svg role=\"img\" aria-labelledby=\"" + id + "-title " + id + "-text\" viewBox=\"0 0 "
                + intervals.size() + " 100\" preserveAspectRatio=\"none\">");
        html.element("title id=\"" + id + "-title\"", title);
        html.element("desc id=\"" + id + "-text\"", summary);
        for (Tick tick : ticks) {
            String height = Html.number(y(tick.value));
            html.raw("<path class=\"" + (tick.value == 0 ? "zero" : "grid") + "\" d=\"M0 " + height + "H"
                    + intervals.size() + "\"/>");
        }
        html.raw(marks.toString());
        for (int i = 0; i < intervals.size(); i++) {
            html.raw("<rect class=\"hit\" x=\"" + i + "\" width=\"1\" height=\"100\">")
                    .element("title", time(i) + ": " + textOf.apply(i))
                    .raw("</rect>");
        }
        html.raw("</svg><div class=\"x\" aria-hidden=\"true\">");
        times();
        html.raw("</div></div>");
    }

    /** The start of an interval. */
    String time(int interval) {
        DateTimeFormatter format = ChartRenderer.format(intervals);
        return Text.at(intervals.startMillis() + interval * intervals.widthMillis(), format);
    }

    private void times() {
        long start = intervals.startMillis();
        long span = intervals.size() * intervals.widthMillis();
        int number = 0;
        for (TimeTicks.Tick tick : TimeTicks.of(start, start + span, TIMES)) {
            double left = 100.0 * (tick.millis() - start) / span;
            // Letters at an edge end there; on a narrow screen every other label goes.
            String edge = left < EDGE ? " first" : left > 100 - EDGE ? " last" : "";
            String other = number++ % 2 == 1 ? " other" : "";
            html.element(
                    "span class=\"tick" + edge + other + "\" style=\"left:" + Html.number(left) + "%\"", tick.label());
        }
    }

    /** Where a value lies: 0 at the upper edge, 100 at the lower one. */
    private double y(double value) {
        return (top - value) / (top - bottom) * 100;
    }
}
