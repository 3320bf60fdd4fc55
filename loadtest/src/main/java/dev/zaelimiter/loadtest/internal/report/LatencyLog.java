package dev.zaelimiter.loadtest.internal.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Reads an interval log, line by line, so that one that is damaged costs no other. For one thread. */
final class LatencyLog {

    /** {@code #[StartTime: 1795956600.000 (seconds since epoch), ...]}. */
    private static final Pattern TIME = Pattern.compile("#\\[(StartTime|BaseTime): ([0-9]{1,12}\\.[0-9]{1,9}) .*");

    private static final Pattern LINE =
            Pattern.compile("Tag=([a-z]{1,20}),([0-9]{1,12}\\.[0-9]{1,9}),[^,]*,[^,]*,(.+)");
    private static final double MILLIS_PER_SECOND = 1000;

    /** The format leaves open whether times count from the log's beginning: those of before that year do. */
    private static final double YEAR_SECONDS = 365 * 24 * 3600.0;

    private final GrowingLines lines;
    private final Damage damage;
    private double startSeconds;
    private double baseSeconds;
    private boolean based;

    LatencyLog(Path file) {
        this.lines = new GrowingLines(file);
        this.damage = new Damage(file);
    }

    /** Adds what has come since the last time, as far as its lines are whole; still packed. */
    void read(List<Timed> into, List<String> problems) {
        try {
            lines.read(line -> take(line, into));
        } catch (IOException e) {
            problems.add(Damage.nameOf(lines.file()) + " can't be read: " + e.getMessage());
        }
    }

    /** Nobody writes any more. */
    void end(List<Timed> into) {
        take(lines.rest(), into);
    }

    private void take(String line, List<Timed> into) {
        Matcher time = TIME.matcher(line);
        if (time.matches()) {
            if (time.group(1).equals("BaseTime")) {
                baseSeconds = Double.parseDouble(time.group(2));
                based = true;
            } else {
                startSeconds = Double.parseDouble(time.group(2));
            }
        } else if (!line.isBlank() && !line.startsWith("#") && !line.startsWith("\"")) {
            Matcher fields = LINE.matcher(line);
            if (!fields.matches()) {
                damage.add("damaged");
                return;
            }
            double at = Double.parseDouble(fields.group(2));
            if (based || at < startSeconds - YEAR_SECONDS) {
                at += based ? baseSeconds : startSeconds;
            }
            into.add(new Timed(Math.round(at * MILLIS_PER_SECOND), fields.group(1), fields.group(3)));
        }
    }

    /** The times themselves; null if they are damaged, which is told later. */
    @Nullable
    Histogram unpack(Timed timed) {
        try {
            Histogram histogram = timed.histogram();
            if (histogram.getMaxValue() <= Latencies.MOST_MICROS) {
                return histogram;
            }
        } catch (RuntimeException | DataFormatException e) {
            // The library throws whatever its decoder meets.
        }
        damage.add("damaged");
        return null;
    }

    /** Says what could not be used. */
    void tell(List<String> problems) {
        damage.tell(problems);
    }
}
