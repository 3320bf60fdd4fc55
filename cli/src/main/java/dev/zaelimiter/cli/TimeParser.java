package dev.zaelimiter.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the times of one file: ISO-8601 with {@code T} or a space, with any number of decimals, with a zone or in UTC;
 * or numbers since 1970. Everything is cut to milliseconds. The unit of the numbers is fixed by the first of them.
 *
 * <p>Not thread-safe.
 */
final class TimeParser {

    private static final String RULE = "a time in ISO-8601, or a number since 1970, in the years 1970 to 2199";
    private static final long END_MILLIS = LocalDate.of(2200, 1, 1).toEpochDay() * 86_400_000L;
    private static final int LONGEST_NUMBER = 40;

    private final String field;
    private @Nullable EpochUnit unit;
    private String text = "";
    private int at;
    private int lastDate = -1;
    private long lastDateMillis;

    /**
     * A parser for one file.
     *
     * @param field the column, for messages
     * @param unit what numbers count, or null to guess it from the size of the first one
     */
    TimeParser(String field, @Nullable EpochUnit unit) {
        this.field = field;
        this.unit = unit;
    }

    /**
     * Reads one time.
     *
     * @param cell the cell's text; spaces around are ignored
     * @return milliseconds since the epoch, in the years 1970 to 2199
     * @throws BrokenRowException if it can't be read, or lies outside
     */
    long parseMillis(String cell) throws BrokenRowException {
        text = cell.strip();
        at = 0;
        try {
            long millis = text.length() > 4 && text.charAt(4) == '-' ? iso() : number();
            if (millis >= 0 && millis < END_MILLIS) {
                return millis;
            }
        } catch (NumberFormatException | DateTimeException e) {
            throw broken(cell);
        }
        throw broken(cell);
    }

    private BrokenRowException broken(String cell) {
        String rule = unit == null ? RULE : RULE + " (numbers count " + unit + ", see --time-unit)";
        return new BrokenRowException(field, cell, rule);
    }

    private long iso() throws BrokenRowException {
        int year = digits(4);
        expect('-');
        int month = digits(2);
        expect('-');
        long millis = dateMillis(year, month, digits(2));
        if (atEnd()) {
            return millis;
        }
        char separator = text.charAt(at++);
        if (separator != 'T' && separator != ' ' && separator != 't') {
            throw broken(text);
        }
        millis += bounded(digits(2), 23) * 3_600_000L;
        expect(':');
        millis += bounded(digits(2), 59) * 60_000L;
        if (!atEnd() && text.charAt(at) == ':') {
            at++;
            millis += bounded(digits(2), 59) * 1_000L + fractionMillis();
        }
        return millis - zoneMillis();
    }

    /** Rows of one day are read one after another, so the day before is worth keeping. */
    private long dateMillis(int year, int month, int day) {
        int date = (year * 100 + month) * 100 + day;
        if (date != lastDate) {
            lastDateMillis = LocalDate.of(year, month, day).toEpochDay() * 86_400_000L;
            lastDate = date;
        }
        return lastDateMillis;
    }

    private int fractionMillis() throws BrokenRowException {
        if (atEnd() || (text.charAt(at) != '.' && text.charAt(at) != ',')) {
            return 0;
        }
        at++;
        int start = at;
        int millis = 0;
        for (; !atEnd() && isDigit(text.charAt(at)); at++) {
            if (at - start < 3) {
                millis = millis * 10 + text.charAt(at) - '0';
            }
        }
        int count = at - start;
        if (count == 0) {
            throw broken(text);
        }
        return count == 1 ? millis * 100 : count == 2 ? millis * 10 : millis;
    }

    private long zoneMillis() throws BrokenRowException {
        if (!atEnd() && text.charAt(at) == ' ') {
            at++;
        }
        if (atEnd()) {
            return 0;
        }
        String zone = text.substring(at);
        if (zone.equals("Z") || zone.equals("z") || zone.equals("UTC") || zone.equals("GMT")) {
            return 0;
        }
        int sign = text.charAt(at) == '-' ? -1 : 1;
        if (sign > 0) {
            expect('+');
        } else {
            at++;
        }
        long offset = bounded(digits(2), 18) * 3_600_000L;
        if (!atEnd()) {
            if (text.charAt(at) == ':') {
                at++;
            }
            offset += bounded(digits(2), 59) * 60_000L;
        }
        if (!atEnd()) {
            throw broken(text);
        }
        return sign * offset;
    }

    /** The usual number, digits with or without decimals, is read without making objects. */
    private long number() throws BrokenRowException {
        long whole = 0;
        for (; !atEnd() && isDigit(text.charAt(at)); at++) {
            whole = Math.addExact(multiplied(whole), text.charAt(at) - '0');
        }
        if (at == 0) {
            throw broken(text);
        }
        if (atEnd()) {
            return millis(whole, 0);
        }
        if (text.charAt(at) == '.' && at + 1 < text.length()) {
            int fraction = fractionMillis();
            if (atEnd()) {
                return millis(whole, fraction);
            }
        }
        return scientific();
    }

    private long multiplied(long whole) throws BrokenRowException {
        if (whole > (Long.MAX_VALUE - 9) / 10) {
            throw broken(text);
        }
        return whole * 10;
    }

    /** As data frames write large numbers: {@code 1.7001586e+12}. */
    private long scientific() throws BrokenRowException {
        if (text.length() > LONGEST_NUMBER) {
            throw broken(text);
        }
        BigDecimal number = new BigDecimal(text);
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER || number.precision() - number.scale() > 19) {
            throw broken(text);
        }
        long whole = number.setScale(0, RoundingMode.FLOOR).longValue();
        BigDecimal fraction = number.subtract(BigDecimal.valueOf(whole)).movePointRight(3);
        return millis(whole, fraction.intValue());
    }

    private long millis(long whole, int thousandths) {
        EpochUnit known = unit == null ? EpochUnit.guess(whole) : unit;
        unit = known;
        return switch (known) {
            case SECONDS -> whole > END_MILLIS ? END_MILLIS : whole * 1_000 + thousandths;
            case MILLIS -> whole;
            case MICROS -> whole / 1_000;
            case NANOS -> whole / 1_000_000;
        };
    }

    private int digits(int count) throws BrokenRowException {
        if (at + count > text.length()) {
            throw broken(text);
        }
        int number = 0;
        for (int end = at + count; at < end; at++) {
            char c = text.charAt(at);
            if (!isDigit(c)) {
                throw broken(text);
            }
            number = number * 10 + c - '0';
        }
        return number;
    }

    private int bounded(int number, int highest) throws BrokenRowException {
        if (number > highest) {
            throw broken(text);
        }
        return number;
    }

    private void expect(char c) throws BrokenRowException {
        if (atEnd() || text.charAt(at) != c) {
            throw broken(text);
        }
        at++;
    }

    private boolean atEnd() {
        return at == text.length();
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
