package dev.zaelimiter.benchmarks.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A line for each contender, named at its end. Upwards by magnitude. */
final class LineChart {

    private static final int HEIGHT = 400;
    private static final double LEFT = 64;
    private static final double RIGHT = Svg.WIDTH - 214.0;
    private static final double TOP = 76;
    private static final double BOTTOM = HEIGHT - 48.0;
    private static final double LABEL_HIGH = 17;

    private final String title;
    private final String subtitle;
    private final String below;
    private final boolean dots;
    private final List<Line> lines = new ArrayList<>();

    private record Line(Contender contender, List<Double> across, List<Double> up) {
        double last() {
            return up.get(up.size() - 1);
        }
    }

    /**
     * An empty one.
     *
     * @param title what it shows
     * @param subtitle in which unit, and what is better
     * @param below what goes from left to right
     * @param dots whether each point was measured, and is marked
     */
    LineChart(String title, String subtitle, String below, boolean dots) {
        this.title = title;
        this.subtitle = subtitle;
        this.below = below;
        this.dots = dots;
    }

    void add(Contender contender, List<Double> across, List<Double> up) {
        if (!up.isEmpty() && across.size() == up.size()) {
            lines.add(new Line(contender, across, up));
        }
    }

    /**
     * Draws it.
     *
     * @param evenly whether left to right is even, and not by magnitude
     * @param marks what is written below
     */
    String draw(boolean evenly, List<Double> marks) {
        Svg svg = new Svg(title, subtitle, HEIGHT);
        double least = all().min().orElse(1);
        double most = all().max().orElse(10);
        Scale up = Scale.magnitudes(least, most, BOTTOM, TOP);
        double first = marks.get(0);
        double last = marks.get(marks.size() - 1);
        Scale across = evenly ? Scale.even(last, LEFT, RIGHT) : Scale.between(first, last, LEFT, RIGHT);
        for (double tick : up.ticks()) {
            svg.line(LEFT, up.at(tick), RIGHT, up.at(tick), "grid");
            svg.text(LEFT - 8, up.at(tick) + 4, "quiet", "end", Numbers.tick(tick));
        }
        for (double mark : marks) {
            svg.line(across.at(mark), BOTTOM, across.at(mark), BOTTOM + 5, "axis");
            svg.text(across.at(mark), BOTTOM + 20, "quiet", "middle", Numbers.shown(mark));
        }
        svg.line(LEFT, BOTTOM, RIGHT, BOTTOM, "axis");
        svg.text((LEFT + RIGHT) / 2, HEIGHT - 8.0, "quiet", "middle", below);
        for (Line line : lines) {
            double[] points = new double[2 * line.up.size()];
            for (int i = 0; i < line.up.size(); i++) {
                points[2 * i] = across.at(line.across.get(i));
                points[2 * i + 1] = up.at(line.up.get(i));
            }
            svg.path(points, line.contender.word());
            for (int i = 0; dots && i < points.length; i += 2) {
                svg.dot(points[i], points[i + 1], line.contender.word());
            }
        }
        name(svg, up);
        return svg.toString();
    }

    /** Names that would stand on one another are moved apart, the highest first. */
    private void name(Svg svg, Scale up) {
        double free = TOP - LABEL_HIGH;
        List<Line> downwards = lines.stream()
                .sorted(Comparator.comparingDouble(Line::last).reversed())
                .toList();
        for (Line line : downwards) {
            double y = Math.max(free, up.at(line.last()));
            svg.text(
                    RIGHT + 10,
                    y + 4,
                    line.contender.word(),
                    "start",
                    line.contender.title().replace(", in memory", "") + "  " + Numbers.shown(line.last()));
            free = y + LABEL_HIGH;
        }
    }

    private java.util.stream.DoubleStream all() {
        return lines.stream().flatMap(line -> line.up.stream()).mapToDouble(Double::doubleValue);
    }
}
