package dev.zaelimiter.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;

/** Where a number stands between two ends of a drawing, even or by its magnitude. */
final class Scale {

    private static final int MOST_TICKS = 7;

    private final boolean magnitude;
    private final double least;
    private final double most;
    private final double from;
    private final double to;

    private Scale(boolean magnitude, double least, double most, double from, double to) {
        this.magnitude = magnitude;
        this.least = least;
        this.most = most;
        this.from = from;
        this.to = to;
    }

    /** From 0, each unit as long as the next. */
    static Scale even(double most, double from, double to) {
        double step = step(most);
        return new Scale(false, 0, Math.max(step, Math.ceil(most / step) * step), from, to);
    }

    /** Whole powers of ten, each as long as the next. */
    static Scale magnitudes(double least, double most, double from, double to) {
        double low = Math.pow(10, Math.floor(Math.log10(least)));
        double high = Math.pow(10, Math.ceil(Math.log10(most)));
        return new Scale(true, low, Math.max(high, low * 10), from, to);
    }

    /** Powers of ten without whole ends. */
    static Scale between(double least, double most, double from, double to) {
        return new Scale(true, least, Math.max(most, least * 2), from, to);
    }

    double at(double number) {
        double share = magnitude
                ? Math.log(Math.max(number, least) / least) / Math.log(most / least)
                : (number - least) / (most - least);
        return from + share * (to - from);
    }

    List<Double> ticks() {
        List<Double> ticks = new ArrayList<>();
        if (magnitude) {
            for (double tick = least; tick <= most * 1.001; tick *= 10) {
                ticks.add(tick);
            }
            return ticks;
        }
        double step = step(most);
        for (int i = 0; i * step <= most * 1.001; i++) {
            ticks.add(i * step);
        }
        return ticks;
    }

    private static double step(double most) {
        double step = Math.pow(10, Math.floor(Math.log10(Math.max(most, 1e-9))));
        for (double finer : new double[] {5, 2}) {
            if (most / (step / finer) <= MOST_TICKS) {
                return step / finer;
            }
        }
        return step;
    }
}
