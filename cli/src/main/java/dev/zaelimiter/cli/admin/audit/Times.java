package dev.zaelimiter.cli.admin.audit;

import dev.zaelimiter.InvalidInputException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times as options give them: an instant, or how long ago. */
public final class Times {

    /** How one is written. */
    public static final String SYNTAX =
            "2026-03-01, 2026-03-01T18:05:00Z (without a zone: UTC), or how long ago, as 90s, 15m, 2h, 7d";

    private static final Pattern AGO = Pattern.compile("([0-9]{1,6})([smhd])");

    private Times() {}

    /**
     * Reads a time.
     *
     * @param option where it was given, for the error
     * @param text as it was typed
     * @param now what is so long after it
     * @return the time
     * @throws InvalidInputException if it is none
     */
    public static Instant parse(String option, String text, Instant now) {
        Matcher ago = AGO.matcher(text);
        try {
            if (ago.matches()) {
                return now.minus(Duration.parse((ago.group(2).equals("d") ? "P" : "PT")
                        + ago.group(1)
                        + ago.group(2).toUpperCase(Locale.ROOT)));
            } else if (text.length() == "2026-03-01".length()) {
                return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
            }
            return withZone(text);
        } catch (DateTimeException | ArithmeticException e) {
            throw new InvalidInputException(option, text, SYNTAX);
        }
    }

    private static Instant withZone(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeParseException e) {
            return LocalDateTime.parse(text.replace(' ', 'T')).toInstant(ZoneOffset.UTC);
        }
    }
}
