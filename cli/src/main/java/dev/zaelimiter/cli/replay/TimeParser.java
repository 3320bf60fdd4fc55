package dev.zaelimiter.cli.replay;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.DateTimeException;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * Reads the times of one file: ISO-8601 with {@code T} or a space, with any number of decimals, with a zone or in UTC;
 * or numbers since 1970; or {@code 10/Oct/2000:13:55:36 -0700}, as web servers write it. Everything is cut to
 * milliseconds. The unit of the numbers is fixed by the first of them.
 *
 * <p>Not thread-safe.
 */
final class TimeParser {

    private static final String RULE = "a time in ISO-8601, or a number since 1970, in the years 1970 to 2199";
    /** The year 2200. */
    static final long END_MILLIS = LocalDate.of(2200, 1, 1).toEpochDay() * 86_400_000L;

    private static final int LONGEST_NUMBER = 40;

    private final String field;
    private final long leastMillis;
    private @Nullable EpochUnit unit;
    private char[] text = {};
    private int start;
    private int at;
    private int end;
    private int lastDate = -1;
    private long lastDateMillis;

    /**
     * A parser for one file.
     *
     * @param field the column, for messages
     * @param unit what numbers count, or null to guess it from the size of the first one
     */
    TimeParser(String field, @Nullable EpochUnit unit) {
        this(field, unit, false);
    }

    /**
     * A parser for one file, whose numbers are known to be instants or not.
     *
     * @param field the column, for messages
     * @param unit what numbers count, or null to guess it from the size of the first one
     * @param instants whether a number that reads as the first years of the epoch is none, as the 0 that some write for
     *     nothing
     */
    TimeParser(String field, @Nullable EpochUnit unit, boolean instants) {
        this.field = field;
        this.unit = unit;
        this.leastMillis = instants ? EpochUnit.FIRST_INSTANT_MILLIS : 0;
    }

    /**
     * Reads one time.
     *
     * @param cell the cell's text; spaces around are ignored
     * @return milliseconds since the epoch, in the years 1970 to 2199
     * @throws BrokenRowException if it can't be read, or lies outside
     */
    long parseMillis(String cell) throws BrokenRowException {
        String stripped = cell.strip();
        return parseMillis(stripped.toCharArray(), 0, stripped.length());
    }

    /** Reads the time in a column of a row. */
    long parseMillis(RowCells row, int column) throws BrokenRowException {
        if (row.isMissing(column)) {
            throw new BrokenRowException(field, null, rule());
        }
        return parseMillis(row.text(), row.start(column), row.end(column));
    }

    /** Reads the time whose date stands in one column of a row, and whose clock in another. */
    long parseMillis(RowCells row, int date, int clock) throws BrokenRowException {
        if (row.isMissing(date) || row.isMissing(clock)) {
            throw new BrokenRowException(field, null, rule());
        }
        char[] joined = row.joined(date, clock);
        return parseMillis(joined, 0, joined.length);
    }

    private long parseMillis(char[] cell, int from, int to) throws BrokenRowException {
        text = cell;
        start = from;
        at = from;
        end = Math.max(from, to);
        try {
            long millis = any();
            if (millis >= 0 && millis < END_MILLIS) {
                return millis;
            }
        } catch (NumberFormatException | DateTimeException e) {
            throw broken();
        }
        throw broken();
    }

    private long any() throws BrokenRowException {
        int length = end - start;
        if (length > 4 && (text[start + 4] == '-' || text[start + 4] == '/')) {
            return iso(text[start + 4]);
        }
        boolean log = length > 2 && (text[start + 2] == '/' || text[start + 1] == '/');
        return log ? logTime() : number();
    }

    /** As web servers write it: {@code 10/Oct/2000:13:55:36 -0700}. */
    private long logTime() throws BrokenRowException {
        int day = text[at + 1] == '/' ? digits(1) : digits(2);
        expect('/');
        int month = month();
        expect('/');
        long millis = dateMillis(digits(4), month, day);
        expect(':');
        return millis + clockMillis() - zoneMillis();
    }

    private int month() throws BrokenRowException {
        int month = MonthNames.at(text, at, end);
        if (month == 0) {
            throw broken();
        }
        at += MonthNames.LENGTH;
        return month;
    }

    private BrokenRowException broken() {
        return new BrokenRowException(field, Utf8Reader.readable(text, start, end), rule());
    }

    private String rule() {
        return unit == null ? RULE : RULE + " (numbers count " + unit + ", see --time-unit)";
    }

    private long iso(char between) throws BrokenRowException {
        int year = digits(4);
        expect(between);
        int month = digits(2);
        expect(between);
        long millis = dateMillis(year, month, digits(2));
        if (atEnd()) {
            return millis;
        }
        char separator = text[at++];
        while (separator == ' ' && !atEnd() && text[at] == ' ') {
            at++;
        }
        if (separator != 'T' && separator != ' ' && separator != 't') {
            throw broken();
        }
        return millis + clockMillis() - zoneMillis();
    }

    /** Hours and minutes, and perhaps seconds and decimals. */
    private long clockMillis() throws BrokenRowException {
        long millis = bounded(digits(2), 23) * 3_600_000L;
        expect(':');
        millis += bounded(digits(2), 59) * 60_000L;
        if (!atEnd() && text[at] == ':') {
            at++;
            millis += bounded(digits(2), 59) * 1_000L + fractionMillis();
        }
        return millis;
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
        if (atEnd() || (text[at] != '.' && text[at] != ',')) {
            return 0;
        }
        at++;
        int first = at;
        int millis = 0;
        for (; !atEnd() && isDigit(text[at]); at++) {
            if (at - first < 3) {
                millis = millis * 10 + text[at] - '0';
            }
        }
        int count = at - first;
        if (count == 0) {
            throw broken();
        }
        return count == 1 ? millis * 100 : count == 2 ? millis * 10 : millis;
    }

    private long zoneMillis() throws BrokenRowException {
        if (!atEnd() && text[at] == ' ') {
            at++;
        }
        if (atEnd()) {
            return 0;
        }
        long offset = ZoneText.offsetMillis(text, at, end);
        if (offset == ZoneText.NONE) {
            throw broken();
        }
        at = end;
        return offset;
    }

    /** The usual number, digits with or without decimals, is read without making objects. */
    private long number() throws BrokenRowException {
        long whole = 0;
        for (; !atEnd() && isDigit(text[at]); at++) {
            whole = Math.addExact(multiplied(whole), text[at] - '0');
        }
        if (at == start) {
            throw broken();
        }
        if (atEnd()) {
            return millis(whole, 0);
        }
        if (text[at] == '.' && at + 1 < end) {
            int fraction = fractionMillis();
            if (atEnd()) {
                return millis(whole, fraction);
            }
        }
        return scientific();
    }

    private long multiplied(long whole) throws BrokenRowException {
        if (whole > (Long.MAX_VALUE - 9) / 10) {
            throw broken();
        }
        return whole * 10;
    }

    /** As data frames write large numbers: {@code 1.7001586e+12}. */
    private long scientific() throws BrokenRowException {
        if (end - start > LONGEST_NUMBER) {
            throw broken();
        }
        BigDecimal number = new BigDecimal(text, start, end - start);
        if (Math.abs((long) number.scale()) > LONGEST_NUMBER || number.precision() - number.scale() > 19) {
            throw broken();
        }
        long whole = number.setScale(0, RoundingMode.FLOOR).longValue();
        BigDecimal fraction = number.subtract(BigDecimal.valueOf(whole)).movePointRight(3);
        return millis(whole, fraction.intValue());
    }

    private long millis(long whole, int thousandths) {
        EpochUnit known = unit == null ? EpochUnit.guess(whole) : unit;
        unit = known;
        long millis = known.millis(whole, thousandths);
        return millis < leastMillis ? -1 : millis;
    }

    private int digits(int count) throws BrokenRowException {
        if (at + count > end) {
            throw broken();
        }
        int number = 0;
        for (int last = at + count; at < last; at++) {
            char c = text[at];
            if (!isDigit(c)) {
                throw broken();
            }
            number = number * 10 + c - '0';
        }
        return number;
    }

    private int bounded(int number, int highest) throws BrokenRowException {
        if (number > highest) {
            throw broken();
        }
        return number;
    }

    private void expect(char c) throws BrokenRowException {
        if (atEnd() || text[at] != c) {
            throw broken();
        }
        at++;
    }

    private boolean atEnd() {
        return at == end;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
