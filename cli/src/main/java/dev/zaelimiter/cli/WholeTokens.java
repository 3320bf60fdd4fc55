package dev.zaelimiter.cli;

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
            throw new TypeConversionException("'" + value + "' is not allowed: " + RULE);
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
        int start = 0;
        int end = text.length();
        while (start < end && text.charAt(start) <= ' ') {
            start++;
        }
        while (end > start && text.charAt(end - 1) <= ' ') {
            end--;
        }
        long number = 0;
        int i = start;
        for (; i < end && isDigit(text.charAt(i)); i++) {
            if (number > Limit.MAX_AMOUNT) {
                throw new BrokenRowException(field, text, RULE);
            }
            number = number * 10 + text.charAt(i) - '0';
        }
        if (i == start || number > Limit.MAX_AMOUNT || !isZeroFraction(text, i, end)) {
            throw new BrokenRowException(field, text, RULE);
        }
        return number;
    }

    private static boolean isZeroFraction(String text, int from, int end) {
        if (from == end) {
            return true;
        }
        if (text.charAt(from) != '.') {
            return false;
        }
        for (int i = from + 1; i < end; i++) {
            if (text.charAt(i) != '0') {
                return false;
            }
        }
        return true;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
