package dev.zaelimiter.benchmarks;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/** Figures by name, in the order in which they were put. */
public final class Result {

    private final Map<String, Double> figures = new LinkedHashMap<>();

    /**
     * Adds a figure.
     *
     * @param name its name
     * @param figure the figure
     * @return this
     */
    public Result put(String name, double figure) {
        figures.put(name, figure);
        return this;
    }

    /**
     * Whether there is such a figure.
     *
     * @param name its name
     * @return whether it was put
     */
    public boolean has(String name) {
        return figures.containsKey(name);
    }

    /**
     * A figure.
     *
     * @param name its name
     * @return the figure
     */
    public double get(String name) {
        Double figure = figures.get(name);
        if (figure == null) {
            throw new IllegalArgumentException("no figure " + name);
        }
        return figure;
    }

    /**
     * All figures.
     *
     * @return by their names, in the order in which they were put
     */
    public Map<String, Double> figures() {
        return Collections.unmodifiableMap(figures);
    }

    /**
     * As the last line of a benchmark has them.
     *
     * @return a JSON object
     */
    public String json() {
        StringJoiner json = new StringJoiner(", ", "{", "}");
        figures.forEach((name, figure) -> json.add('"' + name + "\": " + number(figure)));
        return json.toString();
    }

    private static String number(double figure) {
        return figure >= 1000 ? Long.toString(Math.round(figure)) : String.format(Locale.ROOT, "%.4f", figure);
    }
}
