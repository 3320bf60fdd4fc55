package dev.zaelimiter.cli;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far long work has come, and how fast it goes: on a terminal one line that is overwritten, elsewhere a line every
 * few seconds. For one thread.
 */
public final class ProgressLine {

    private static final long TERMINAL_NANOS = 200_000_000;
    private static final long ELSEWHERE_NANOS = 5_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final long total;
    private @Nullable Boolean overwrite;
    private final String things;
    private final LongSupplier nanos;
    private final long start;
    private long last;
    private long latest;
    private long told;
    private boolean shown;
    private boolean open;

    /**
     * Progress from now on.
     *
     * @param err where to
     * @param things what is counted, as {@code items deleted}
     */
    public ProgressLine(PrintWriter err, String things) {
        this(err, null, things, 0, System::nanoTime);
    }

    /**
     * Progress from now on towards a known end.
     *
     * @param err where to
     * @param things what is counted, as {@code levels changed}
     * @param total how many there are
     * @return shown on a terminal alone, wherever the result goes: elsewhere whoever reads knows the end when it comes
     */
    public static ProgressLine of(PrintWriter err, String things, long total) {
        return new ProgressLine(err, null, things, total, System::nanoTime);
    }

    ProgressLine(PrintWriter err, boolean overwrite, String things, LongSupplier nanos) {
        this(err, overwrite, things, 0, nanos);
    }

    ProgressLine(PrintWriter err, @Nullable Boolean overwrite, String things, long total, LongSupplier nanos) {
        this.total = total;
        this.err = err;
        this.overwrite = overwrite;
        this.things = things;
        this.nanos = nanos;
        this.start = nanos.getAsLong();
    }

    /**
     * Shows how many are done, unless that was shown just now.
     *
     * @param count so far
     */
    public void at(long count) {
        long now = nanos.getAsLong();
        latest = count;
        if (total > 0 && !overwrites()) {
            return;
        }
        if (shown && now - last < (overwrites() ? TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            return;
        }
        shown = true;
        last = now;
        show(count, now);
    }

    /** Found out when there is something to show: to ask takes longer than most commands. */
    private boolean overwrites() {
        if (overwrite == null) {
            overwrite = Terminal.isErrorSeen();
        }
        return overwrite;
    }

    private void show(long count, long now) {
        told = count;
        double seconds = (now - start) / NANOS_PER_SECOND;
        String rate = seconds < 1 ? "" : String.format(Locale.ROOT, ", %,.0f/s", count / seconds);
        // A total may be as old as the service that counted it.
        boolean known = total > 0 && count <= total;
        String of = known ? " of " + Text.count(total) : "";
        String percent = known ? ", " + (long) (count * 100.0 / total) + "%" : "";
        String line = Text.count(count) + of + " " + things + percent + rate;
        if (overwrites()) {
            err.print(ERASE_LINE + line);
            open = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    /** Leaves a terminal as it was; elsewhere the last line says how many it were in the end, and how fast. */
    public void end() {
        if (shown && !overwrites() && latest != told) {
            show(latest, nanos.getAsLong());
        } else if (open) {
            err.print(ERASE_LINE);
            err.flush();
            open = false;
        }
    }
}
