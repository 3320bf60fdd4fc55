package dev.zaelimiter.cli.replay;

import static dev.zaelimiter.cli.replay.RoundTimes.DAY;
import static dev.zaelimiter.cli.replay.RoundTimes.HOUR;
import static dev.zaelimiter.cli.replay.RoundTimes.MINUTE;
import static dev.zaelimiter.cli.replay.RoundTimes.SECOND;

import dev.zaelimiter.cli.Text;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** Times at which a scale is labelled: whole multiples of one unit, all written alike. */
final class TimeTicks {

    private static final long[] STEPS = RoundTimes.and(3 * HOUR, 6 * HOUR, 12 * HOUR, DAY);

    private TimeTicks() {}

    /**
     * A labelled time.
     *
     * @param millis since 1970
     * @param label the time in UTC
     */
    record Tick(long millis, String label) {}

    /**
     * Labels of a span.
     *
     * @param startMillis its beginning
     * @param endMillis its end, later
     * @param most how many labels at most, 2 or more
     * @return in order; none if no round time lies in the span
     */
    static List<Tick> of(long startMillis, long endMillis, int most) {
        long step = step(startMillis, endMillis, most);
        DateTimeFormatter format = format(step, endMillis - startMillis);
        List<Tick> ticks = new ArrayList<>();
        for (long millis = -Math.floorDiv(-startMillis, step) * step; millis <= endMillis; millis += step) {
            ticks.add(new Tick(millis, Text.at(millis, format)));
        }
        return List.copyOf(ticks);
    }

    private static long step(long start, long end, int most) {
        for (long step : STEPS) {
            if (count(start, end, step) <= most) {
                return step;
            }
        }
        long days = 2;
        while (count(start, end, days * DAY) > most) {
            days *= 2;
        }
        return days * DAY;
    }

    private static long count(long start, long end, long step) {
        return Math.floorDiv(end, step) + Math.floorDiv(-start, step) + 1;
    }

    private static DateTimeFormatter format(long step, long span) {
        if (step >= DAY) {
            return Text.DATE;
        }
        if (step >= MINUTE) {
            return span > DAY ? Text.DATE_MINUTES : Text.MINUTES;
        }
        return step >= SECOND ? Text.SECONDS : Text.MILLIS;
    }
}
