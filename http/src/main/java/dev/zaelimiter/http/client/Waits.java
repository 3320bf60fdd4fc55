package dev.zaelimiter.http.client;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads times as other services write them. Pure; its input is bounded. */
final class Waits {

    /** "It does not say", of milliseconds. */
    static final long NONE = -1;

    /** Later than this nobody waits; it also keeps sums from overflowing. */
    static final long LONGEST_MILLIS = 1000L * Integer.MAX_VALUE;

    /** A number of seconds that large is a point in time: 2001. */
    private static final long FIRST_EPOCH_SECONDS = 1_000_000_000L;

    private static final int LONGEST = 64;
    private static final Pattern NUMBER = Pattern.compile("([0-9]{1,15})(\\.[0-9]{1,15})?");
    private static final Pattern DURATION = Pattern.compile(
            "(?:([0-9]{1,9})d)?(?:([0-9]{1,9})h)?(?:([0-9]{1,9})m(?!s))?(?:([0-9]{1,9})(\\.[0-9]{1,9})?s)?(?:([0-9]{1,12})(?:\\.[0-9]{1,9})?ms)?");

    private Waits() {}

    /** {@code Retry-After}: seconds, or a date. */
    static long retryAfter(String value, long nowMillis) {
        String text = value.trim();
        if (text.length() > LONGEST) {
            return NONE;
        }
        if (NUMBER.matcher(text).matches()) {
            return bounded(seconds(text));
        }
        try {
            Instant date = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text));
            return bounded(date.toEpochMilli() - nowMillis);
        } catch (DateTimeException | ArithmeticException e) {
            return NONE;
        }
    }

    /** A reset: seconds from now, seconds since the epoch, or a duration such as {@code 6m0s}. */
    static long reset(String value, long nowMillis) {
        String text = value.trim();
        if (text.length() > LONGEST) {
            return NONE;
        }
        if (NUMBER.matcher(text).matches()) {
            long millis = seconds(text);
            return millis >= FIRST_EPOCH_SECONDS * 1000 ? bounded(millis - nowMillis) : bounded(millis);
        }
        Matcher duration = DURATION.matcher(text);
        if (text.isEmpty() || !duration.matches()) {
            return NONE;
        }
        double millis = 86_400_000.0 * part(duration.group(1))
                + 3_600_000.0 * part(duration.group(2))
                + 60_000.0 * part(duration.group(3))
                + 1_000.0 * part(duration.group(4))
                + 1_000.0 * part(duration.group(5))
                + part(duration.group(6));
        return bounded((long) Math.ceil(millis));
    }

    private static double part(String digits) {
        return digits == null ? 0 : Double.parseDouble(digits);
    }

    private static long seconds(String text) {
        return (long) Math.ceil(Double.parseDouble(text) * 1000);
    }

    private static long bounded(long millis) {
        return Math.max(0, Math.min(millis, LONGEST_MILLIS));
    }
}
