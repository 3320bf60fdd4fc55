package dev.zaelimiter.cli.replay;

import dev.zaelimiter.Environment;
import dev.zaelimiter.cli.Text;
import java.io.PrintWriter;
import java.util.function.LongSupplier;

/** Tells a person at a terminal that a long replay is alive: one line, once a second, that vanishes at the end. */
final class Progress {

    private static final int ROWS_BETWEEN_LOOKS = 8_192;
    private static final long NANOS_BETWEEN_LINES = 1_000_000_000;
    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintWriter err;
    private final boolean shown;
    private final LongSupplier nanos;
    private String doing = "";
    private long rows;
    private long lastNanos;
    private boolean dirty;

    /**
     * Makes a progress line.
     *
     * @param err where to
     * @param shown false to stay silent
     */
    Progress(PrintWriter err, boolean shown) {
        this(err, shown, Environment.system()::monotonicNanos);
    }

    /** On another clock, of nanoseconds that never run back. */
    Progress(PrintWriter err, boolean shown, LongSupplier nanos) {
        this.err = err;
        this.shown = shown;
        this.nanos = nanos;
        this.lastNanos = nanos.getAsLong();
    }

    /**
     * Another pass over the rows begins.
     *
     * @param what is done in it, before the number of rows
     */
    void begin(String what) {
        doing = what + ": ";
        rows = 0;
    }

    /** Counts a row. */
    void row() {
        rows++;
        if (shown && rows % ROWS_BETWEEN_LOOKS == 0) {
            long now = nanos.getAsLong();
            if (now - lastNanos >= NANOS_BETWEEN_LINES) {
                lastNanos = now;
                dirty = true;
                err.print(ERASE_LINE + doing + Text.count(rows) + " rows");
                err.flush();
            }
        }
    }

    /** Removes the line. */
    void done() {
        if (dirty) {
            err.print(ERASE_LINE);
            err.flush();
            dirty = false;
        }
    }
}
