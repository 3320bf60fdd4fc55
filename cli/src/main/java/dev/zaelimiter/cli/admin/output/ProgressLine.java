package dev.zaelimiter.cli.admin.output;

import dev.zaelimiter.cli.Terminal;
import dev.zaelimiter.cli.Text;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * How far long work has come, and how fast it goes: on a terminal one line that is overwritten, elsewhere a line every few
 * seconds. For one thread.
 */
public final class ProgressLine {

    private static final long TERMINAL_NANOS = 200_000_000;
    private static final long ELSEWHERE_NANOS = 5_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean overwrite;
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
     * @param terminal whether a person looks
     * @param things what is counted, as {@code items deleted}
     */
    public ProgressLine(PrintWriter err, Terminal terminal, String things) {
        this(err, terminal.interactive(), things, System::nanoTime);
    }

    ProgressLine(PrintWriter err, boolean overwrite, String things, LongSupplier nanos) {
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
        if (shown && now - last < (overwrite ? TERMINAL_NANOS : ELSEWHERE_NANOS)) {
            return;
        }
        shown = true;
        last = now;
        show(count, now);
    }

    private void show(long count, long now) {
        told = count;
        double seconds = (now - start) / NANOS_PER_SECOND;
        String rate = seconds < 1 ? "" : String.format(Locale.ROOT, ", %,.0f/s", count / seconds);
        String line = Text.count(count) + " " + things + rate;
        if (overwrite) {
            err.print(ERASE_LINE + line);
            open = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    /** Leaves a terminal as it was; elsewhere the last line says how many it were in the end, and how fast. */
    public void end() {
        if (!overwrite && latest != told) {
            show(latest, nanos.getAsLong());
        } else if (open) {
            err.print(ERASE_LINE);
            err.flush();
            open = false;
        }
    }
}
