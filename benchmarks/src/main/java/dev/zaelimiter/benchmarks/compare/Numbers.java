package dev.zaelimiter.benchmarks.compare;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for people: three digits that count. */
final class Numbers {

    private static final MathContext DIGITS = new MathContext(3);
    private static final double WHOLE_FROM = 100;
    private static final double KIB = 1024;

    private Numbers() {}

    static String shown(double number) {
        if (number == 0) {
            return "0";
        } else if (Math.abs(number) >= WHOLE_FROM) {
            return String.format(Locale.ROOT, "%,d", Math.round(number));
        }
        return BigDecimal.valueOf(number).round(DIGITS).stripTrailingZeros().toPlainString();
    }

    /** A number on an axis: 10k instead of 10,000. */
    static String tick(double number) {
        if (number >= 1e6) {
            return shown(number / 1e6) + "M";
        }
        return number >= 1e4 ? shown(number / 1e3) + "k" : shown(number);
    }

    static String bytes(double bytes) {
        return bytes >= KIB ? shown(bytes / KIB) + " KiB" : shown(bytes) + " B";
    }

    static String percent(double share) {
        return shown(Math.round(share * 10_000) / 100.0) + " %";
    }
}
