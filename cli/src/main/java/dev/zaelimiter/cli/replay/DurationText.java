package dev.zaelimiter.cli.replay;

import dev.zaelimiter.cli.Text;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Durations as people write them: {@code 20ms}, {@code 1.5s}, {@code 3m 20s}. */
final class DurationText implements ITypeConverter<Duration> {

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final int LONGEST_TEXT = 20;

    /** Reads one number with a unit; 0 needs none. */
    @Override
    public Duration convert(String value) {
        String text = value.strip();
        int unitAt = 0;
        while (unitAt < text.length()
                && (Character.digit(text.charAt(unitAt), 10) >= 0 || text.charAt(unitAt) == '.')) {
            unitAt++;
        }
        String number = text.substring(0, unitAt);
        String unit = text.substring(unitAt).strip();
        try {
            long unitNanos = number.equals("0") && unit.isEmpty() ? 1 : nanosIn(unit);
            if (text.length() <= LONGEST_TEXT && !number.isEmpty()) {
                double nanos = Double.parseDouble(number) * unitNanos;
                if (nanos <= Duration.ofDays(365).toNanos()) {
                    return Duration.ofNanos(Math.round(nanos));
                }
            }
        } catch (NumberFormatException e) {
            throw refused(value);
        }
        throw refused(value);
    }

    private static long nanosIn(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s", "sec" -> 1_000_000 * SECOND;
            case "m", "min" -> 1_000_000 * MINUTE;
            case "h" -> 1_000_000 * HOUR;
            case "d" -> 1_000_000 * DAY;
            default -> throw new NumberFormatException(unit);
        };
    }

    private static TypeConversionException refused(String value) {
        return new TypeConversionException(
                "'" + value
                        + "' is not allowed. Allowed: a number with one of ns, us, ms, s, min, h, d, up to 365d, as in 20ms; or 0");
    }

    /** Two figures that matter, rounded: {@code 310 ms}, {@code 2.1 s}, {@code 57m 16s}, {@code 3d 4h}. */
    static String of(long millis) {
        if (millis < SECOND) {
            return millis + " ms";
        }
        long tenths = rounded(millis, SECOND / 10);
        if (tenths < 600) {
            return tenths % 10 == 0 ? tenths / 10 + " s" : tenths / 10 + "." + tenths % 10 + " s";
        }
        if (rounded(millis, SECOND) < HOUR / SECOND) {
            return pair(rounded(millis, SECOND), 60, "m", "s");
        }
        if (rounded(millis, MINUTE) < DAY / MINUTE) {
            return pair(rounded(millis, MINUTE), 60, "h", "m");
        }
        return pair(rounded(millis, HOUR), 24, "d", "h");
    }

    private static long rounded(long millis, long unit) {
        return (millis + unit / 2) / unit;
    }

    private static String pair(long number, long base, String bigName, String smallName) {
        long rest = number % base;
        String big = Text.count(number / base) + bigName;
        return rest == 0 ? big : big + " " + rest + smallName;
    }

    /** A period as it follows the word "per": {@code minute}, {@code 90 seconds}. */
    static String period(long millis) {
        if (millis % DAY == 0) {
            return count(millis / DAY, "day");
        }
        if (millis % HOUR == 0) {
            return count(millis / HOUR, "hour");
        }
        if (millis % MINUTE == 0) {
            return count(millis / MINUTE, "minute");
        }
        return millis % SECOND == 0 ? count(millis / SECOND, "second") : millis + " ms";
    }

    private static String count(long number, String unit) {
        return number == 1 ? unit : Text.count(number) + " " + unit + "s";
    }

    /** The same for a duration with fractions of a millisecond. */
    static String of(Duration duration) {
        long nanos = duration.toNanos();
        if (nanos == 0 || nanos % 1_000_000 == 0) {
            return nanos == 0 ? "0 ms" : of(nanos / 1_000_000);
        }
        return String.format(Locale.ROOT, "%.3f ms", nanos / 1e6);
    }
}
