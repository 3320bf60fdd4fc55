package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Limit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads an amount of tokens. A fraction of zeros is accepted, since data frames write {@code 12.0}. */
final class WholeTokens implements ITypeConverter<Long> {

    static final String RULE = "whole tokens, 0 to 10^15";

    @Override
    public Long convert(String value) {
        try {
            return parse("value", value);
        } catch (BrokenRowException e) {
            throw new TypeConversionException("'" + value + "' is not allowed. Allowed: " + RULE);
        }
    }

    /**
     * Reads an amount.
     *
     * @param field where it stands, for the message
     * @param text digits, with spaces around at most
     * @return 0 to 10^15
     * @throws BrokenRowException if it is anything else
     */
    static long parse(String field, String text) throws BrokenRowException {
        return parse(field, text.toCharArray(), 0, text.length());
    }

    /** Reads the amount in a column of a row. */
    static long parse(ValuePlace.Column column, RowCells row) throws BrokenRowException {
        int index = column.index();
        if (row.isMissing(index)) {
            throw new BrokenRowException(column.name(), null, RULE);
        }
        return parse(column.name(), row.text(), row.start(index), row.end(index));
    }

    private static long parse(String field, char[] text, int from, int to) throws BrokenRowException {
        int start = from;
        int end = to;
        while (start < end && text[start] <= ' ') {
            start++;
        }
        while (end > start && text[end - 1] <= ' ') {
            end--;
        }
        long number = 0;
        int i = start;
        for (; i < end && isDigit(text[i]) && number <= Limit.MAX_AMOUNT; i++) {
            number = number * 10 + text[i] - '0';
        }
        if (i == start || number > Limit.MAX_AMOUNT || !isZeroFraction(text, i, end)) {
            throw new BrokenRowException(field, Utf8Reader.readable(text, from, Math.max(from, to)), RULE);
        }
        return number;
    }

    private static boolean isZeroFraction(char[] text, int from, int end) {
        if (from == end) {
            return true;
        }
        if (text[from] != '.') {
            return false;
        }
        for (int i = from + 1; i < end; i++) {
            if (text[i] != '0') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
