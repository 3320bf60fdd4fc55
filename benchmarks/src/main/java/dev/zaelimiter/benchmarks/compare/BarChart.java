package dev.zaelimiter.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleFunction;

/** Groups of bars from left to right, one for each contender, each with its number at the end. */
final class BarChart {

    private static final double TOP = 68;
    private static final double RIGHT = Svg.WIDTH - 90.0;
    private static final double BAR = 15;
    private static final double BETWEEN_BARS = 3;
    private static final double BETWEEN_GROUPS = 14;
    private static final double LETTER = 7.2;
    private static final int IN_A_LINE = 3;

    private final String title;
    private final String subtitle;
    private final DoubleFunction<String> shown;
    private final Map<String, Map<Contender, Double>> groups = new LinkedHashMap<>();

    /**
     * An empty one.
     *
     * @param title what it shows
     * @param subtitle in which unit, and what is better
     * @param shown how a number is written
     */
    BarChart(String title, String subtitle, DoubleFunction<String> shown) {
        this.title = title;
        this.subtitle = subtitle;
        this.shown = shown;
    }

    void add(String group, Contender contender, double number) {
        groups.computeIfAbsent(group, each -> new LinkedHashMap<>()).put(contender, number);
    }

    boolean isEmpty() {
        return groups.isEmpty();
    }

    /** Draws it; by magnitude where the numbers lie far apart. */
    String draw() {
        List<Double> all = new ArrayList<>();
        Set<Contender> contenders = new LinkedHashSet<>();
        double longest = 0;
        double high = TOP;
        for (Map.Entry<String, Map<Contender, Double>> group : groups.entrySet()) {
            all.addAll(group.getValue().values());
            contenders.addAll(group.getValue().keySet());
            longest = Math.max(longest, group.getKey().length());
            high += group.getValue().size() * (BAR + BETWEEN_BARS) + BETWEEN_GROUPS;
        }
        boolean legend = contenders.size() < all.size();
        Svg svg = new Svg(
                title, subtitle, (int) high + 10 + (legend ? 22 * (1 + (contenders.size() - 1) / IN_A_LINE) : 0));
        double left = 28 + Math.min(300, longest * LETTER);
        double most = all.stream().mapToDouble(Double::doubleValue).max().orElse(1);
        Scale across = Scale.even(most, left, RIGHT);
        double y = TOP;
        for (Map.Entry<String, Map<Contender, Double>> group : groups.entrySet()) {
            int bars = group.getValue().size();
            double tall = bars * (BAR + BETWEEN_BARS) - BETWEEN_BARS;
            svg.text(left - 10, y + tall / 2 + 4, "", "end", group.getKey());
            for (Map.Entry<Contender, Double> bar : group.getValue().entrySet()) {
                double end = Math.max(left + 1, across.at(bar.getValue()));
                svg.bar(left, y, end - left, BAR, bar.getKey().word());
                svg.text(end + 6, y + BAR - 3, "quiet", "start", shown.apply(bar.getValue()));
                y += BAR + BETWEEN_BARS;
            }
            y += BETWEEN_GROUPS - BETWEEN_BARS + BETWEEN_BARS;
        }
        svg.line(left, TOP - 6, left, y - BETWEEN_GROUPS + 2, "axis");
        if (legend) {
            legend(svg, contenders, high);
        }
        return svg.toString();
    }

    private static void legend(Svg svg, Set<Contender> contenders, double high) {
        int number = 0;
        for (Contender each : contenders) {
            double x = 16 + number % IN_A_LINE * 250.0;
            int inLine = number / IN_A_LINE;
            double line = high + 12 + 22.0 * inLine;
            svg.bar(x, line - 11, 12, 12, each.word());
            svg.text(x + 18, line, "quiet", "start", each.title());
            number++;
        }
    }
}
