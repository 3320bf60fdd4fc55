package dev.zaelimiter.cli.replay;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the first values of a column are, taken as times.
 *
 * @param kind of most of them
 * @param unit what numbers count, if they are instants
 * @param zoned whether dates say their zone: null if some do and some don't
 * @param constant whether there are several, all the same
 * @param ordered whether none is before the one before it
 * @param newestFirst whether more of them are before the one before them than after it
 * @param daysOnly whether dates have no time of day
 * @param steady whether they run one way, forwards or backwards, with few exceptions
 * @param fractional whether any number has decimals
 * @param medianStep half of the steps from one number to another one are no longer; 0 if there is none
 */
record TimeReading(
        Kind kind,
        @Nullable EpochUnit unit,
        @Nullable Boolean zoned,
        boolean constant,
        boolean ordered,
        boolean newestFirst,
        boolean daysOnly,
        boolean steady,
        boolean fractional,
        double medianStep) {

    /** A file that nobody looked into. */
    static final TimeReading UNKNOWN =
            new TimeReading(Kind.UNKNOWN, null, null, false, true, false, false, true, false, 0);

    /** What values are. */
    enum Kind {
        /** Dates with a time of day. */
        DATES,

        /** Numbers since 1970. */
        EPOCH,

        /** Numbers that are too small to be instants: since some beginning; or durations. */
        RELATIVE,

        /** Times of day without a date. */
        CLOCKS,

        /** No times at all. */
        NONE,

        /** Not looked at. */
        UNKNOWN
    }

    /** As in 2024-03-05. */
    private static final int DAY_LENGTH = 10;

    private static final double MOST_NUMBER = 9e18;

    /** Whether it reads as instants. */
    boolean instants() {
        return kind == Kind.DATES || kind == Kind.EPOCH;
    }

    /**
     * Reads values.
     *
     * @param values those that are there, in their order
     */
    static TimeReading of(List<String> values) {
        List<Double> numbers = new ArrayList<>();
        List<Long> dates = new ArrayList<>();
        int clocks = 0;
        int zoned = 0;
        boolean fractional = false;
        TimeParser parser = new TimeParser("", EpochUnit.SECONDS);
        for (String value : values) {
            Double number = number(value);
            if (number != null) {
                numbers.add(number);
                fractional |= value.indexOf('.') >= 0 && number != Math.rint(number);
            } else if (isClock(value)) {
                clocks++;
            } else {
                Long millis = date(parser, value);
                if (millis != null) {
                    dates.add(millis);
                    zoned += isZoned(value) ? 1 : 0;
                }
            }
        }
        boolean constant = values.size() > 1 && values.stream().distinct().count() == 1;
        int half = values.size() / 2;
        if (dates.size() > half) {
            double[] millis = dates.stream().mapToDouble(Long::doubleValue).toArray();
            Boolean allZoned = zoned == dates.size() ? Boolean.TRUE : zoned == 0 ? Boolean.FALSE : null;
            boolean daysOnly = values.stream().allMatch(value -> value.length() == DAY_LENGTH);
            return of(Kind.DATES, null, allZoned, constant, daysOnly, false, millis);
        }
        if (numbers.size() > half) {
            return ofNumbers(numbers.stream().mapToDouble(Double::doubleValue).toArray(), constant, fractional);
        }
        Kind kind = clocks > half ? Kind.CLOCKS : Kind.NONE;
        return new TimeReading(kind, null, null, constant, true, false, false, false, false, 0);
    }

    private static TimeReading ofNumbers(double[] all, boolean constant, boolean fractional) {
        double[] large = Arrays.stream(all).filter(TimeReading::isEpoch).toArray();
        if (large.length * 2 > all.length) {
            Arrays.sort(large);
            EpochUnit unit = EpochUnit.guess((long) large[large.length / 2]);
            return of(Kind.EPOCH, unit, null, constant, false, fractional, all);
        }
        return of(Kind.RELATIVE, null, null, constant, false, fractional, all);
    }

    private static TimeReading of(
            Kind kind,
            @Nullable EpochUnit unit,
            @Nullable Boolean zoned,
            boolean constant,
            boolean daysOnly,
            boolean fractional,
            double[] values) {
        int forwards = 0;
        int backwards = 0;
        double[] steps = new double[Math.max(0, values.length - 1)];
        int count = 0;
        for (int i = 1; i < values.length; i++) {
            double step = values[i] - values[i - 1];
            forwards += step >= 0 ? 1 : 0;
            backwards += step <= 0 ? 1 : 0;
            if (step != 0) {
                steps[count++] = Math.abs(step);
            }
        }
        Arrays.sort(steps, 0, count);
        return new TimeReading(
                kind,
                unit,
                zoned,
                constant,
                forwards == steps.length,
                backwards > forwards,
                daysOnly,
                Math.max(forwards, backwards) * 10 >= steps.length * 9,
                fractional,
                count == 0 ? 0 : steps[count / 2]);
    }

    private static @Nullable Long date(TimeParser parser, String value) {
        try {
            return parser.parseMillis(value);
        } catch (BrokenRowException e) {
            return null;
        }
    }

    /** Whether a number is an instant of our times in one of the units. */
    private static boolean isEpoch(double number) {
        if (number > MOST_NUMBER) {
            return false;
        }
        long whole = (long) number;
        double millis = switch (EpochUnit.guess(whole)) {
            case SECONDS -> number * 1e3;
            case MILLIS -> number;
            case MICROS -> number / 1e3;
            case NANOS -> number / 1e6;
        };
        return millis >= EpochUnit.FIRST_INSTANT_MILLIS && millis < TimeParser.END_MILLIS;
    }

    private static @Nullable Double number(String value) {
        if (value.isEmpty() || value.length() > 40 || !isDigit(value.charAt(0))) {
            return null;
        }
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (!isDigit(c) && c != '.' && c != 'e' && c != 'E' && c != '+' && c != '-') {
                return null;
            }
        }
        if (value.indexOf('-') == 4 || value.indexOf('-') == 2) {
            return null;
        }
        try {
            return new BigDecimal(value).doubleValue();
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static boolean isClock(String value) {
        return value.length() >= 5
                && value.length() <= 15
                && isDigit(value.charAt(0))
                && isDigit(value.charAt(1))
                && value.charAt(2) == ':'
                && isDigit(value.charAt(3));
    }

    /** Whether something that says a zone follows the time of day. */
    private static boolean isZoned(String value) {
        int colon = value.lastIndexOf(':');
        int clock = value.indexOf(':');
        if (colon < 0) {
            return false;
        }
        char last = value.charAt(value.length() - 1);
        return last == 'Z'
                || last == 'z'
                || last == 'C'
                || last == 'T'
                || value.indexOf('+', clock) >= 0
                || value.indexOf('-', clock) >= 0;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
