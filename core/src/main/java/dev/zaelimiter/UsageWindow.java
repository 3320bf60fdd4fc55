package dev.zaelimiter;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;

/** The lengths of time over which consumption is summed. All begin and end in UTC. */
public enum UsageWindow {
    /** From one full hour to the next. */
    HOURLY("hourly", ChronoUnit.HOURS),
    /** From midnight to midnight. */
    DAILY("daily", ChronoUnit.DAYS),
    /** From the first of a month to the first of the next. */
    MONTHLY("monthly", ChronoUnit.MONTHS);

    private final String text;
    private final ChronoUnit unit;

    UsageWindow(String text, ChronoUnit unit) {
        this.text = text;
        this.unit = unit;
    }

    /**
     * Its name as stored, and on the command line.
     *
     * @return {@code hourly}, {@code daily} or {@code monthly}
     */
    public String text() {
        return text;
    }

    /**
     * The window of a name.
     *
     * @param text as {@link #text}
     * @return the window
     * @throws InvalidInputException if there is none of this name
     */
    public static UsageWindow of(String text) {
        for (UsageWindow window : values()) {
            if (window.text.equals(text)) {
                return window;
            }
        }
        throw new InvalidInputException("window", text, "hourly, daily or monthly");
    }

    /**
     * When the window that holds an instant began.
     *
     * @param instant any
     * @return the instant itself, or an earlier one
     */
    public Instant start(Instant instant) {
        ZonedDateTime time = instant.atZone(ZoneOffset.UTC);
        ZonedDateTime day = this == MONTHLY ? time.withDayOfMonth(1) : time;
        return day.truncatedTo(this == HOURLY ? ChronoUnit.HOURS : ChronoUnit.DAYS)
                .toInstant();
    }

    /**
     * When a window ends.
     *
     * @param start when it began
     * @return the first instant after it
     */
    public Instant end(Instant start) {
        return start.atZone(ZoneOffset.UTC).plus(1, unit).toInstant();
    }
}
